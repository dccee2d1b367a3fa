use mcp_core::tool;

#[tool]
fn add(#[arg(range = 5)] a: i64) -> i64 {
    //               ^ `range` is a range with at least one end
    a
}

fn main() {}
