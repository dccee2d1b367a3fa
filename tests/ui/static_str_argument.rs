use mcp_core::{tool, tools};

#[tool]
fn greet(name: &'static str) -> &'static str {
    //         ^^^^^^^^^^^^ use `String` instead of `&'static str`
    name
}

fn main() {
    let _ = tools![greet];
}
