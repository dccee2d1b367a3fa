use mcp_core::{tool, tools};

#[tool]
fn first() -> &str {
    //        ^ missing lifetime specifier
    "a"
}

fn main() {
    let _ = tools![first];
}
