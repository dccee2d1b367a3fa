use mcp_core::tool;

#[tool]
fn add(#[arg(default)] #[arg(default = 1)] a: i64) -> i64 {
    //                       ^^^^^^^ `default` is given twice; keep one
    a
}

fn main() {}
