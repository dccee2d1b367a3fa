use mcp_core::{tool, tools};

#[tool(name == "one")]
//           ^ expected an expression
fn one() -> i64 {
    1
}

fn main() {
    let _ = tools![one];
}
