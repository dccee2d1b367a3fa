use mcp_core::{tool, tools};

#[tool]
#[arg(default = 1)]
//^^^ `#[arg]`
fn one(a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![one];
}
