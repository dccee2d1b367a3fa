use mcp_core::tool;

#[tool(titel = "Add")]
//     ^^^^^ unknown key `titel`, did you mean `title`?
fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    assert_eq!(add(1, 2), 3);
}
