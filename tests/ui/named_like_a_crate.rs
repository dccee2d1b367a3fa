use mcp_core::{tool, tools};

#[tool]
fn serde(text: String) -> String {
// ^^^^^ which would hide the crate `serde`; call the function otherwise and the tool with `#[tool(name = "serde")]`
    text
}

fn main() {
    let _ = tools![serde];
}
