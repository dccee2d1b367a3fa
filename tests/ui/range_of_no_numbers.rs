use mcp_core::{tool, tools};

#[tool]
fn pick(#[arg(range = 'a'..='z')] letter: char) -> char {
    //                ^^^ `range` is of numbers
    letter
}

fn main() {
    let _ = tools![pick];
}
