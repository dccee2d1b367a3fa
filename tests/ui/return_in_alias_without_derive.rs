use mcp_core::{tool, tools};

struct Pair;
type Answer = Result<Pair, String>;

#[tool]
fn pair() -> Answer {
    //       ^^^^^^ `Pair` cannot be returned by a tool
    Ok(Pair)
}

fn main() {
    let _ = tools![pair];
}
