use mcp_core::{tool, tools};

#[tool]
fn add(#[arg()] a: i64) -> i64 {
    a.nope()
}

fn main() {
    let _ = tools![add];
}
