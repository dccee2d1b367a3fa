use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, #[arg(name = "a")] b: i64) -> i64 {
    //                      ^^^ two arguments are called "a"; rename one
    a + b
}

fn main() {
    let _ = tools![add];
}
