use mcp_core::tool;

#[tool(name = "a234567890123456789012345678901234567890123456789012345678901234x")]
//            ^ cannot be a tool's name, which is 1 to 64
fn get() {}

fn main() {}
