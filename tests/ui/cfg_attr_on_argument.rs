use mcp_core::{tool, tools};

#[tool]
fn add(a: i64, #[cfg_attr(unix, arg(default))] b: i64) -> i64 {
    //         ^^^^^^^^^^^^ cfg_attr
    a + b
}

fn main() {
    let _ = tools![add];
}
