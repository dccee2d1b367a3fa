use mcp_core::{tool, tools};

#[tool]
fn add(#[arg(default = 1)] a: Option<i64>) -> i64 {
    //                 ^ mismatched types
    a.unwrap_or(0)
}

fn main() {
    let _ = tools![add];
}
