use mcp_core::{tool, tools};

struct Pair;

#[tool]
fn pair() -> Vec<Pair> {
    //       ^^^ `Vec<Pair>` cannot be returned by a tool
    vec![Pair]
}

fn main() {
    let _ = tools![pair];
}
