use mcp_core::{tool, tools};

#[tool(name = "")]
//            ^^ `` cannot be a tool's name
fn get() {}

fn main() {
    let _ = tools![get];
}
