use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, b: i64) -> i64 {
    let c = a + b
    //           ^ expected `;`, found `c`
    c
}

fn main() {
    let _ = tools![add];
}
