use mcp_core::{tool, tools};

#[tool]
fn apply(change: fn(i64) -> i64) -> i64 {
    //           ^^^^^^^^^^^^^^ cannot be a tool argument
    change(1)
}

fn main() {
    let _ = tools![apply];
}
