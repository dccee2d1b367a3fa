use mcp_core::tool;

#[tool(read_only(true))]
//              ^ expected
fn get() {}

fn main() {}
