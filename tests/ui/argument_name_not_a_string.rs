use mcp_core::tool;

#[tool]
fn add(#[arg(name = 5)] a: i64) -> i64 {
    //              ^ an argument's name is a string literal
    a
}

fn main() {}
