use mcp_core::tool;

#[tool(icons = "https://weather.example/sun.png")]
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write `icon` for one
fn get() {}

fn main() {}
