use mcp_core::{tool, tools};

#[tool(title)]
//     ^^^^^ `title` needs a value: `title = "..."`
fn get() {}

fn main() {
    let _ = tools![get];
}
