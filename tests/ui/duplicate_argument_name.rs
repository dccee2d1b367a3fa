use mcp_core::tool;

#[tool]
fn add(a: i64, #[arg(name = "a")] b: i64) -> i64 {
    //                      ^^^ two arguments are called `a`; rename one with `#[arg(name = "...")]`
    a + b
}

fn main() {}
