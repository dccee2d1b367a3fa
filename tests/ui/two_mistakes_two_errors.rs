use mcp_core::{tool, tools};

#[tool]
fn join(a: &str, (b, c): (i64, i64)) -> String {
    //     ^^^^ use `String` instead of `&str`
    //           ^^^^^^ take it apart in the body
    format!("{a}{b}{c}")
}

fn main() {
    let _ = tools![join];
}
