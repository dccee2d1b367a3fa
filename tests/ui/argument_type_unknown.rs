use mcp_core::{tool, tools};

#[tool]
fn area(_shape: Shape) {}
//              ^^^^^ cannot find type `Shape` in this scope

fn main() {
    let _ = tools![area];
}
