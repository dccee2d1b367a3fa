use mcp_core::tool;

#[tool]
pub extern "C" fn one() -> i64 {
//  ^^^^^^^^^^ a tool is a Rust function; remove the ABI
    1
}

fn main() {}
