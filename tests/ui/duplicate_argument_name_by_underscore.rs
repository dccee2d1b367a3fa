use mcp_core::tool;

#[tool]
fn add(a: i64, _a: i64) -> i64 {
    //         ^^ two parameters are called `a`; rename one
    a
}

fn main() {}
