use mcp_core::{tool, tools};

struct Shape;

#[tool]
fn area(_shape: Option<Shape>) {}
//              ^^^^^^^^^^^^^ on your type

fn main() {
    let _ = tools![area];
}
