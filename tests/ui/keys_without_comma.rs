use mcp_core::{tool, tools};

#[tool(title = "Get" read_only)]
//                   ^^^^^^^^^ expected
fn get() {}

fn main() {
    let _ = tools![get];
}
