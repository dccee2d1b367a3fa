use mcp_core::{schemars, tool, tools};

#[derive(schemars::JsonSchema)]
struct Shape;

#[tool]
fn area(_shape: Shape) {}
//              ^^^^^ `Shape` cannot be a tool argument

fn main() {
    let _ = tools![area];
}
