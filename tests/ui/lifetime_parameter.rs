use mcp_core::{tool, tools};

#[tool]
fn trim<'a>(text: String) -> String {
    //  ^^ a tool's arguments must be owned; remove the lifetime and take owned types
    text.trim().to_owned()
}

fn main() {
    let _ = tools![trim];
}
