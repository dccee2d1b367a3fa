use mcp_core::tool;

#[tool]
pub mod numbers {
//  ^^^ `#[tool]` goes on a function or an impl block; put it there, or remove it
    pub fn one() {}
}

fn main() {
    numbers::one();
}
