use mcp_core::{tool, tools};

#[tool(annotations(read_only))]
//     ^^^^^^^^^^^ unknown key `annotations`
fn get() {}

fn main() {
    let _ = tools![get];
}
