use mcp_core::{tool, tools};

#[tool]
fn show(values: Vec<impl ToString>) -> usize {
    //              ^^^^^^^^^^^^^ write it instead of `impl`
    values.len()
}

fn main() {
    let _ = tools![show];
}
