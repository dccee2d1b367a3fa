use mcp_core::{schemars, tool, tools};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Shape;

#[tool]
fn area(#[arg(default)] _shape: Shape) {}
//            ^^^^^^^ the trait bound `Shape: Default` is not satisfied

fn main() {
    let _ = tools![area];
}
