use mcp_core::tool;

#[tool]
pub struct Adder;
//  ^^^^^^ `#[tool]` goes on a function; put it on `fn`, or remove it

fn main() {
    let _ = Adder;
}
