use mcp_core::{tool, tools};

#[tool(title = )]
//           ^ expected
fn get() {}

fn main() {
    let _ = tools![get];
}
