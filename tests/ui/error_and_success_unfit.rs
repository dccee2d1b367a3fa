use mcp_core::{tool, tools};

struct Pair;

#[tool]
fn pair() -> Result<Pair, ()> {
    //       ^^^^^^ `Pair` cannot be returned by a tool
    //       ^^^^^^ `()` cannot be a tool's error
    Err(())
}

fn main() {
    let _ = tools![pair];
}
