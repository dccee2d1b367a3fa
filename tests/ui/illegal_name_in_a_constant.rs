use mcp_core::{tool, tools};

const NAME: &str = "get all";

#[tool(name = NAME)]
//            ^^^^ `get` is called `get all`, but a tool's name is 1 to 64
fn get() {}

fn main() {
    let _ = tools![get];
}
