use mcp_core::{tool, tools};

#[tool]
async fn add(a: i64, b: i64) -> String {
    a + b
//  ^ mismatched types
}

fn main() {
    let _ = tools![add];
}
