use mcp_core::tool;

#[tool(name = "")]
//            ^^ `` cannot be a tool's name
fn get() {}

fn main() {}
