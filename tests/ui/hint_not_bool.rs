use mcp_core::tool;

#[tool(read_only = "yes")]
//                 ^^^^^ `read_only` is `true` or `false`: `read_only` alone, or `read_only = false`
fn get() {}

fn main() {}
