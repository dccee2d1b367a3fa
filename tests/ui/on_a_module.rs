use mcp_core::tool;

#[tool]
pub mod numbers {
    //^ goes on a function
    pub fn one() -> i64 {
        1
    }
}

fn main() {
    numbers::one();
}
