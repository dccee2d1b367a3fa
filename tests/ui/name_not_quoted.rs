use mcp_core::{tool, tools};

#[tool(name = fetch)]
//            ^^^^^ cannot find value `fetch`
fn get() {}

fn main() {
    let _ = tools![get];
}
