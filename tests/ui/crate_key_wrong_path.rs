use mcp_core::{tool, tools};

#[tool(crate = ::my_core)]
//               ^^^^^^^ my_core
fn one() -> i64 {
    1
}

fn main() {
    let _ = tools![one];
}
