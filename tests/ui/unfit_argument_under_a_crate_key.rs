use mcp_core::{tool, tools};

struct Shape;

#[tool(crate = ::mcp_core)]
fn area(_shape: Shape) {}
//              ^^^^^ `Shape` cannot be a tool argument

fn main() {
    let _ = tools![area];
}
