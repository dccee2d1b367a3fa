use mcp_core::{tool, tools};

#[tool]
fn add(#[serde(default)] a: i64) -> i64 {
    //   ^^^^^ `#[serde]` means nothing on a parameter; what is said of an argument is said in `#[arg(...)]`
    a
}

fn main() {
    let _ = tools![add];
}
