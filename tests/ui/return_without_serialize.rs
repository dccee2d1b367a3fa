use mcp_core::{schemars, tool, tools};

#[derive(schemars::JsonSchema)]
struct Pair;

#[tool]
fn pair() -> Pair {
    //       ^^^^ `Pair` cannot be returned by a tool
    Pair
}

fn main() {
    let _ = tools![pair];
}
