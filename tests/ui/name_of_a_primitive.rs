use mcp_core::{tool, tools};

#[tool]
fn str(a: i64) -> i64 {
    a.nope()
}

fn main() {
    let _ = tools![str];
}
