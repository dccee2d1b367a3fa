use mcp_core::{tool, tools};

#[tool]
fn twice(text: String) -> String {
    let first = text;
    first + &text
    //      ^^^^^ borrow of moved value: `text`
}

fn main() {
    let _ = tools![twice];
}
