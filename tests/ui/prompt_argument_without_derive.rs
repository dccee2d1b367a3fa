use mcp_core::prompt;

struct Style;

#[prompt]
fn letter(style: Style) -> String {
    //           ^^^^^ `Style` cannot be
    let Style = style;
    String::new()
}

fn main() {}
