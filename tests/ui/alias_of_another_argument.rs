use mcp_core::tool;

#[tool]
fn add(#[arg(alias = "b")] a: i64, b: i64) -> i64 {
    //                             ^ two parameters are called `b`
    a + b
}

fn main() {}
