use mcp_core::{tool, tools};

#[tool(title = 5)]
//             ^ mismatched types
fn get() {}

fn main() {
    let _ = tools![get];
}
