use mcp_core::{tool, tools};

#[tool = "add"]
//     ^ add
fn add(a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![add];
}
