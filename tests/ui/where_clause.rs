use mcp_core::{tool, tools};

#[tool]
fn show(value: i64) -> String
where
    i64: ToString,
{
    value.nope()
}

fn main() {
    let _ = tools![show];
}
