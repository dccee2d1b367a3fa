use mcp_core::{tool, tools};

struct Shape;

#[tool(crate = ::mcp_core)]
fn area() -> Shape {
    //       ^^^^^ `Shape` cannot be returned by a tool
    Shape
}

fn main() {
    let _ = tools![area];
}
