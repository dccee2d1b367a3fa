use mcp_core::tool;

#[tool(title)]
//     ^^^^^ `title` needs a value: `title = "..."`
fn get() {}

fn main() {}
