use mcp_core::{tool, tools};

#[tool]
fn add(#[args(default)] a: i64) -> i64 {
    //   ^^^^ `#[args]` means nothing on a parameter
    a
}

fn main() {
    let _ = tools![add];
}
