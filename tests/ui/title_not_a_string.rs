use mcp_core::{tool, tools};

#[tool(title = 5)]
//             ^ `title` is a string: `title = "..."`
fn get() {}

fn main() {
    let _ = tools![get];
}
