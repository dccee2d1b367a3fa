use mcp_core::{tool, tools};

struct Shape {
    width: f64,
}

#[tool]
fn area(shape: Option<Shape>) -> f64 {
    //                ^^^^^ `Shape` cannot be a tool argument
    shape.map_or(0.0, |shape| shape.width)
}

fn main() {
    let _ = tools![area];
}
