use mcp_core::tool;

#[tool]
fn add(#[arg = "first"] a: i64) -> i64 {
    // ^^^^^^^^^^^^^^^^ `#[arg]` takes a list, `#[arg(...)]`, of `name`, `alias`, `default`, `example`, `range`, `len`
    a
}

fn main() {}
