use mcp_core::{schemars, tool, tools};

#[derive(schemars::JsonSchema)]
struct Pair {
    a: i64,
}

#[tool]
fn pair(a: i64) -> Pair {
    //             ^^^^ `Pair` cannot be returned by a tool
    Pair { a }
}

fn main() {
    let _ = tools![pair];
}
