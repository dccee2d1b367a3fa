use mcp_core::tool;

#[tool(annotations(read_only))]
//     ^^^^^^^^^^^ unknown key `annotations`
fn get() {}

fn main() {}
