use mcp_core::tool;

#[tool(timeout = "30s")]
//     ^^^^^^^ add `blocking`, or make it `async`
fn count() {}

fn main() {}
