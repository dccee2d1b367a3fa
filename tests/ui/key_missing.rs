use mcp_core::{tool, tools};

#[tool("Gets")]
//     ^^^^^^ expected a key, as in `key = value`
fn get() {}

fn main() {
    let _ = tools![get];
}
