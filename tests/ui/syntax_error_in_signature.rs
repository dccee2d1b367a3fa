use mcp_core::{tool, tools};

#[tool]
fn add(a i64) -> i64 {
    //   ^^^ expected `:`
    a
}

fn main() {
    let _ = tools![add];
}
