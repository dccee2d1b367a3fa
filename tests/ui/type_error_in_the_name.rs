use mcp_core::tool;

#[tool(name = 1 + 1)]
//            ^^^^^ mismatched types
fn get() {}

fn main() {}
