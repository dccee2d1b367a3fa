use mcp_core::{tool, tools};

#[tool]
fn add(#[arg(example = "one")] a: i64) -> i64 {
    //                 ^^^^^ the trait bound `i64: From<&str>` is not satisfied
    a
}

fn main() {
    let _ = tools![add];
}
