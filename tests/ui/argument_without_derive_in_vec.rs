use mcp_core::{tool, tools};

struct Shape;

#[tool]
fn area(_shapes: Vec<Shape>) {}
//               ^^^^^^^^^^ on your type

fn main() {
    let _ = tools![area];
}
