use mcp_core::tool;

#[tool]
fn deploy(#[arg(header = "My Region")] _region: String) {}
//                       ^^^^^^^^^^^ `header` is what follows `Mcp-Param-` in a header's name

fn main() {}
