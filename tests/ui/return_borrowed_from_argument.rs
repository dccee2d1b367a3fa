use mcp_core::{tool, tools};

#[tool]
fn first(text: &str) -> &str {
    //         ^^^^ use `String` instead of `&str`
    text
}

fn main() {
    let _ = tools![first];
}
