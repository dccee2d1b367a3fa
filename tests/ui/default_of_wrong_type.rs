use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, #[arg(default = "1")] b: i64) -> i64 {
    //                         ^^^ the trait bound `i64: From<&str>` is not satisfied
    a + b
}

fn main() {
    let _ = tools![add];
}
