use mcp_core::{tool, tools};

struct Pair {
    a: i64,
}

#[tool]
fn pair(a: i64) -> Option<Pair> {
    //             ^^^^^^ `Option<Pair>` cannot be returned by a tool
    Some(Pair { a })
}

fn main() {
    let _ = tools![pair];
}
