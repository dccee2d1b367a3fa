use mcp_core::tool;

#[tool(meta = "ui://weather")]
//            ^^^^^^^^^^^^^^ `meta` is a JSON object: `meta = mcp_core::json!({ "key": "value" })`
fn get() {}

fn main() {}
