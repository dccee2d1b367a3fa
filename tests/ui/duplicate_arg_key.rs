use mcp_core::tool;

#[tool]
fn add(a: i64, #[arg(default, default = 1)] b: i64) -> i64 {
    //                        ^^^^^^^ `default` is given twice; keep one
    a + b
}

fn main() {}
