use mcp_core::{tool, tools};

#[tool]
const fn one() -> i64 {
    1.nope()
}

fn main() {
    let _ = tools![one];
}
