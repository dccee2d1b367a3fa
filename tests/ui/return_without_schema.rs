use mcp_core::{tool, tools};

#[derive(serde::Serialize)]
struct Pair;

#[tool]
fn pair() -> Pair {
    //       ^^^^ `Pair` cannot be returned by a tool
    Pair
}

fn main() {
    let _ = tools![pair];
}
