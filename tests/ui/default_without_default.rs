use mcp_core::{schemars, tool, tools};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Shape {
    width: f64,
}

#[tool]
fn area(#[arg(default)] shape: Shape) -> f64 {
    //        ^^^^^^^ the trait bound `Shape: Default` is not satisfied
    shape.width
}

fn main() {
    let _ = tools![area];
}
