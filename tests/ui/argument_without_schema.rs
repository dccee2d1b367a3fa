use mcp_core::{tool, tools};

#[derive(serde::Deserialize)]
struct Shape {
    width: f64,
}

#[tool]
fn area(shape: Shape) -> f64 {
    //         ^^^^^ `Shape` cannot be a tool argument
    shape.width
}

fn main() {
    let _ = tools![area];
}
