use mcp_core::{tool, tools};

#[tool]
fn sum(bytes: [u8; 40]) -> usize {
    //        ^^^^^^^^ `[u8; 40]` cannot be a tool argument
    bytes.len()
}

fn main() {
    let _ = tools![sum];
}
