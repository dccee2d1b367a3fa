use mcp_core::tool;

#[tool(desc = "Adds")]
//     ^^^^^ unknown key `desc`, did you mean `description`?
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
