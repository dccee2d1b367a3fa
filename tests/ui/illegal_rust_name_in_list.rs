use mcp_core::{tool, tools};

#[tool]
fn größe() {}
// ^^^^^ `größe` cannot be a tool's name

fn main() {
    let _ = tools![größe];
}
