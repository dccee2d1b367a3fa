use mcp_core::tool;

#[tool]
fn add(#[cfg_attr(all(), doc = "One.")] a: i64) -> i64 {
    //   ^^^^^^^^ documentation behind `cfg_attr` is not known here
    a
}

fn main() {}
