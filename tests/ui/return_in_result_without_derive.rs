use mcp_core::{tool, tools};

struct Pair {
    a: i64,
}

#[tool]
fn pair(a: i64) -> Result<Pair, String> {
    //             ^^^^^^ `Pair` cannot be returned by a tool
    Ok(Pair { a })
}

fn main() {
    let _ = tools![pair];
}
