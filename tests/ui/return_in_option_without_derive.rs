use mcp_core::{tool, tools};

struct Pair;

#[tool]
fn pair() -> Option<Pair> {
    //       ^^^^^^ cannot be returned by a tool
    Some(Pair)
}

fn main() {
    let _ = tools![pair];
}
