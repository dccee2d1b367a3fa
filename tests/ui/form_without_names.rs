use mcp_core::form;

#[form]
struct Pair(String, u8);
         //^ the fields of a form have names

fn main() {}
