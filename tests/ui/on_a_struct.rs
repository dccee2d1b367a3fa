use mcp_core::tool;

#[tool]
pub struct Adder;
//  ^^^^^^ `#[tool]` goes on a function or an impl block; put it there, or remove it

fn main() {
    let _ = Adder;
}
