use mcp_core::{tool, tools};

#[tool("adds")]
//     ^^^^^^ expected a key, as in `key = value`
fn add(a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![add];
}
