use mcp_core::tool;

#[tool]
pub const ONE: i64 = 1;
//  ^^^^^ `#[tool]` goes on a function

fn main() {
    let _ = ONE;
}
