use mcp_core::tool;

#[tool(readOnlyHint = true)]
//     ^^^^^ unknown key `readOnlyHint`, did you mean `read_only`?
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
