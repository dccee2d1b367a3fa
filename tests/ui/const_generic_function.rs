use mcp_core::tool;

#[tool]
fn first<const N: usize>(values: [i64; N]) -> i64 {
    //   ^^^^^^^^^^^^^^ a tool cannot be generic
    values[0]
}

fn main() {}
