use mcp_core::tool;

#[tool]
fn first(text: &str) -> &str {
    //                  ^^^^ return `String` instead of `&str`
    text
}

fn main() {}
