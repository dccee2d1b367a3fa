use mcp_core::tool;

#[tool]
fn add(_a: i64, _a: i64) {}
//              ^^ two parameters are called
//              ^^ identifier `_a` is bound more than once in this parameter list

fn main() {}
