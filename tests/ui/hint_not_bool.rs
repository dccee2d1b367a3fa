use mcp_core::{tool, tools};

#[tool(read_only = "yes")]
//                 ^^^^^ `read_only` is `true` or `false`: `read_only` alone, or `read_only = false`
fn get() {}

fn main() {
    let _ = tools![get];
}
