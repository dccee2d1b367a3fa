use mcp_core::{tool, tools};

#[tool]
fn show(value: &dyn std::fmt::Display) -> String {
    //          ^^^^^^^^^^^^^^^^^^^^^ an argument is of one type
    value.to_string()
}

fn main() {
    let _ = tools![show];
}
