use mcp_core::{tool, tools};

#[tool]
fn add(#[arg = "first"] a: i64) -> i64 {
    // ^^^^^^^^^^^^^^^^ `#[arg]` takes a list, `#[arg(...)]`, of `name`, `default`
    a
}

fn main() {
    let _ = tools![add];
}
