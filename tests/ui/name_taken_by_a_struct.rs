use mcp_core::{tool, tools};

#[allow(non_camel_case_types)]
struct add {}

#[tool]
fn add(a: i64, b: i64) -> i64 {
// ^^^ the name `add` is defined multiple times
    a + b
}

fn main() {
    let _ = tools![add];
}
