use mcp_core::{tool, tools};

#[tool(description = format!("Gets {}", 1))]
//                   ^^^^^^ mismatched types
fn get() {}

fn main() {
    let _ = tools![get];
}
