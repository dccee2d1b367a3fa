use mcp_core::prompt;

#[prompt]
pub struct Adder;
//  ^^^^^^ `#[prompt]` goes on a function or an impl block; put it there, or remove it

fn main() {
    let _ = Adder;
}
