use mcp_core::tool;

#[tool]
fn add(a i64) {}
//       ^^^ expected `:`
//       ^^^ expected one of `:`, `@`, or `|`, found `i64`

fn main() {}
