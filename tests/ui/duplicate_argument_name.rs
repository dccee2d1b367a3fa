use mcp_core::tool;

#[tool]
fn add(a: i64, #[arg(name = "a")] b: i64) -> i64 {
    //                      ^^^ two parameters are called `a`; rename one
    a + b
}

fn main() {}
