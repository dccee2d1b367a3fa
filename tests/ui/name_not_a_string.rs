use mcp_core::tool;

#[tool(name = 5)]
//            ^ a name is a string, as in `name = "add"`
fn get() {}

fn main() {}
