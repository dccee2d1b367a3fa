use mcp_core::{tool, tools};

#[tool]
fn trim<'a>(text: &'a str) -> &'a str {
    //  ^^ remove the lifetime
    //            ^^^^^^^ use `String` instead of `&'a str`
    text.trim()
}

fn main() {
    let _ = tools![trim];
}
