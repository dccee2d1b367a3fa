use mcp_core::tool;

#[tool(group = "math")]
//     ^^^^^ unknown key `group` (known: `name`, `title`, `description`
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
