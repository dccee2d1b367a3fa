use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, b: i64) -> i64 {
    a + * / b
    //    ^ expected expression, found `/`
}

fn main() {
    let _ = tools![add];
}
