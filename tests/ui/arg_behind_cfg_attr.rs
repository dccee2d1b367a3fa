use mcp_core::tool;

#[tool]
fn add(#[cfg_attr(all(), arg(default))] a: i64) -> i64 {
    //   ^^^^^^^^ an attribute of mcp-core's behind `cfg_attr` is not known here
    a
}

fn main() {}
