use mcp_core::tool;

#[tool(timeout = "30")]
//               ^^^^ `timeout` is a whole number above zero with its unit
async fn nap() {}

fn main() {}
