use mcp_core::{tool, tools};

#[tool]
fn show(value: Box<dyn ToString>) -> String {
    //         ^^^^^^^^^^^^^^^^^ cannot be a tool argument
    value.to_string()
}

fn main() {
    let _ = tools![show];
}
