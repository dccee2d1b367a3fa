use mcp_core::tool;

struct Ui;

#[tool(meta = Ui)]
//            ^^ mismatched types
fn get() {}

fn main() {}
