use mcp_core::{tool, tools};

#[derive(serde::Deserialize)]
struct Shape;

#[tool]
fn area(_shape: Shape) {}
//              ^^^^^ `Shape` cannot be a tool argument

fn main() {
    let _ = tools![area];
}
