use mcp_core::tool;

#[tool]
fn show(value: impl ToString) -> String {
    //         ^^^^^^^^^^^^^ an argument needs a type, which its schema is made from; write it instead of `impl`
    value.to_string()
}

fn main() {}
