use mcp_core::{tool, tools};

#[tool]
fn greet(name: &str) -> String {
    //         ^^^^ a tool's argument must be owned; use `String` instead of `&str`
    format!("Hello {name}")
}

fn main() {
    let _ = tools![greet];
}
