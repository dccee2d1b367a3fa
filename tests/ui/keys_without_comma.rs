use mcp_core::tool;

#[tool(title = "Get" read_only)]
//                   ^^^^^^^^^ expected
fn get() {}

fn main() {}
