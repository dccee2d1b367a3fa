use mcp_core::tool;

#[tool]
fn ignore(_: i64) {}
//        ^ an argument needs a name; write `_name` if it is not used

fn main() {}
