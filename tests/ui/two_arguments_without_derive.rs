use mcp_core::{tool, tools};

struct Left;
struct Right;

#[tool]
fn touch(a: Left, b: Right) -> bool {
    //      ^^^^ `Left` cannot be a tool argument
    //               ^^^^^ `Right` cannot be a tool argument
    let _ = (a, b);
    true
}

fn main() {
    let _ = tools![touch];
}
