use mcp_core::tool;

#[tool("Gets")]
//     ^^^^^^ expected a key, as in `key = value`
fn get() {}

fn main() {}
