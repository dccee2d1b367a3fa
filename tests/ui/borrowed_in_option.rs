use mcp_core::{tool, tools};

#[tool]
fn greet(name: Option<&str>) -> String {
    //                ^^^^ use `String` instead of `&str`
    name.unwrap_or("Hello").to_owned()
}

fn main() {
    let _ = tools![greet];
}
