use mcp_core::{tool, tools};

#[tool]
fn words() -> Result<impl std::fmt::Display, String> {
    //               ^^^^^^^^^^^^^^^^^^^^^^ write it instead of `impl`
    Ok("x")
}

fn main() {
    let _ = tools![words];
}
