struct Counter;

impl Counter {
    #[mcp_core::tool]
    fn count(&self) -> u64 {
        //   ^^^^^ put `#[tool]` on its impl block too
        0
    }
}

fn main() {
    Counter.count();
}
