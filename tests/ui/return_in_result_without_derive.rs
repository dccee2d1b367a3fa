use mcp_core::{tool, tools};

struct Pair;

#[tool]
fn pair() -> Result<Pair, String> {
    //       ^^^^^^ `Pair` cannot be returned by a tool
    Ok(Pair)
}

fn main() {
    let _ = tools![pair];
}
