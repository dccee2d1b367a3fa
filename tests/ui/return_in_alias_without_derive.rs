use mcp_core::{tool, tools};

struct Pair {
    a: i64,
}
type Answer = Result<Pair, String>;

#[tool]
fn pair(a: i64) -> Answer {
    //             ^^^^^^ `Pair` cannot be returned by a tool
    Ok(Pair { a })
}

fn main() {
    let _ = tools![pair];
}
