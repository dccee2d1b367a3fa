use mcp_core::{tool, tools};

struct Left;
struct Right;

#[tool]
fn touch(_a: Left, _b: Right) {}
//           ^^^^ `Left` cannot be a tool argument
//                     ^^^^^ `Right` cannot be a tool argument

fn main() {
    let _ = tools![touch];
}
