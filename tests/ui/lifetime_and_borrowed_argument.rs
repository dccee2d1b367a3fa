use mcp_core::tool;

#[tool]
fn trim<'a>(text: &'a str) -> &'a str {
    //  ^^ a tool has no lifetime parameter; remove it
    text.trim()
}

fn main() {}
