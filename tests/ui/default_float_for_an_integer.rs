use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, #[arg(default = 1.5)] b: i64) -> i64 {
    //                         ^^^ mismatched types
    a + b
}

fn main() {
    let _ = tools![add];
}
