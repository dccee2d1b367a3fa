use mcp_core::{tool, tools};

struct Shape {
    width: f64,
}

#[tool]
fn area(shapes: Vec<Shape>) -> f64 {
    //              ^^^^^ `Shape` cannot be a tool argument
    shapes[0].width
}

fn main() {
    let _ = tools![area];
}
