use mcp_core::{tool, tools};

#[tool(title: "Get")]
//          ^ expected
fn get() {}

fn main() {
    let _ = tools![get];
}
