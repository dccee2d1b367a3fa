use mcp_core::tool;

#[tool]
fn push(list: &mut Vec<i64>) -> usize {
    //        ^^^^^^^^^^^^^ take an owned value, `mut` if you need it, instead of `&mut Vec<i64>`
    list.len()
}

fn main() {}
