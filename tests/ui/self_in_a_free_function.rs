use mcp_core::{tool, tools};

#[tool]
fn size(&self) -> usize {
    //  ^^^^^ a tool is a free function and has no `self`; take what it needs as arguments
    0
}

fn main() {
    let _ = tools![size];
}
