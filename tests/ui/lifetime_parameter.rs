use mcp_core::tool;

#[tool]
fn trim<'a>(text: String) -> String {
    //  ^^ a tool has no lifetime parameter; remove it, and write `&str` or an owned type
    text.trim().to_owned()
}

fn main() {}
