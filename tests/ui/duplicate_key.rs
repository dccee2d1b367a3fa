use mcp_core::tool;

#[tool(title = "Add", title = "Sum")]
//                    ^^^^^ `title` is given twice; keep one
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {}
