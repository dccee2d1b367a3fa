use mcp_core::tool;

#[tool(icon = "sun.png")]
//            ^^^^^^^^^ an icon is an address that begins with `https:`, `http:` or `data:`
fn get() {}

fn main() {}
