use mcp_core::tool;

#[tool]
fn trim(text: &'a str) {}
//             ^^ use of undeclared lifetime name `'a`

fn main() {}
