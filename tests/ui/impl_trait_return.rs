use mcp_core::{tool, tools};

#[tool]
fn words(text: String) -> impl Iterator<Item = String> {
    //                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a tool's return type needs a name, which its result is made from; write it instead of `impl`
    text.chars().map(String::from)
}

fn main() {
    let _ = tools![words];
}
