use mcp_core::tool;

#[tool]
fn add(#[arg(default = )] _a: i64) {}
//                   ^ `default` needs a value

fn main() {}
