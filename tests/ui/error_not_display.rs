use mcp_core::{tool, tools};

struct Failed;

#[tool]
fn fetch() -> Result<String, Failed> {
    //        ^^^^^^ `Failed` cannot be a tool's error
    Err(Failed)
}

fn main() {
    let _ = tools![fetch];
}
