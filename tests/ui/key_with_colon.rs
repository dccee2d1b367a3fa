use mcp_core::tool;

#[tool(title: "Get")]
//          ^ expected `=`
fn get() {}

fn main() {}
