use mcp_core::tool;

#[tool(name == "one")]
//           ^ expected an expression
fn one() -> i64 {
    1
}

fn main() {}
