use mcp_core::tool;

#[tool(title = )]
//           ^ `title` needs a value
fn get() {}

fn main() {}
