use mcp_core::{tool, tools};

#[tool]
fn push(list: &mut Vec<i64>) -> usize {
    //        ^^^^^^^^^^^^^ use `Vec<i64>` instead of `&mut Vec<i64>`
    list.len()
}

fn main() {
    let _ = tools![push];
}
