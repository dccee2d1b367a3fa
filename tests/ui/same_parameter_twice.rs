use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, a: i64) -> i64 {
    //         ^ identifier `a` is bound more than once in this parameter list
    a
}

fn main() {
    let _ = tools![add];
}
