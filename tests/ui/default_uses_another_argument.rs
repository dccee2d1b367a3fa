use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, #[arg(default = a + 1)] b: i64) -> i64 {
    //                         ^ cannot find value `a`
    a + b
}

fn main() {
    let _ = tools![add];
}
