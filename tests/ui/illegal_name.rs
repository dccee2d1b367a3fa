use mcp_core::tool;

#[tool(name = "get all")]
//            ^^^^^^^^^ `get all` cannot be a tool's name, which is 1 to 64 of `A-Z a-z 0-9 _ . -`
fn get() {}

fn main() {}
