use mcp_core::{tool, tools};

#[tool]
fn area() -> Shape {
    //       ^^^^^ cannot find type `Shape` in this scope
    Shape { width: 0.0 }
}

fn main() {
    let _ = tools![area];
}
