use mcp_core::{tool, tools};

#[tool]
fn area(shape: Shape) -> f64 {
    //         ^^^^^ cannot find type `Shape` in this scope
    shape.width
}

fn main() {
    let _ = tools![area];
}
