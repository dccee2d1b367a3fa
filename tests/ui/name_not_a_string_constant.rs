use mcp_core::{tool, tools};

const NAME: u8 = 5;

#[tool(name = NAME)]
//            ^^^^ mismatched types
fn get() {}

fn main() {
    let _ = tools![get];
}
