use mcp_core::{tool, tools};

#[tool]
fn sum(values: ...) -> i64 {
    //         ^^^ variadic
    1
}

fn main() {
    let _ = tools![sum];
}
