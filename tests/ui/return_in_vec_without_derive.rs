use mcp_core::{tool, tools};

struct Pair {
    a: i64,
}

#[tool]
fn pair(a: i64) -> Vec<Pair> {
    //             ^^^ `Vec<Pair>` cannot be returned by a tool
    vec![Pair { a }]
}

fn main() {
    let _ = tools![pair];
}
