use mcp_core::{tool, tools};

use std::borrow::Cow;

#[tool]
fn greet(name: Cow<str>) -> String {
    //         ^^^ must be owned
    name.into_owned()
}

fn main() {
    let _ = tools![greet];
}
