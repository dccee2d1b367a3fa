use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, b: i64) {
    a + b
//  ^ mismatched types
}

fn main() {
    let _ = tools![add];
}
