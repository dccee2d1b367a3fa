use mcp_core::{tool, tools};

struct Pair;

#[tool]
fn pair() -> Result<Pair, ()> {
    //       ^^^^^^ cannot be
    Err(())
}

fn main() {
    let _ = tools![pair];
}
