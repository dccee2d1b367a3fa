use mcp_core::{tool, tools};

#[tool]
fn fetch() -> Result<String, ()> {
    //        ^^^^^^ `()` cannot be a tool's error
    Err(())
}

fn main() {
    let _ = tools![fetch];
}
