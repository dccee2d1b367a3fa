use mcp_core::tool;

#[tool]
fn deploy(#[arg(header = 7)] _region: String) {}
//                       ^ `header` is what follows `Mcp-Param-` in a header's name

fn main() {}
