use mcp_core::form;

#[form]
struct Nothing {}
     //^ there is nothing to fill in

fn main() {}
