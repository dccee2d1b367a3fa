struct Counter;

impl Counter {
    #[mcp_core::tool]
    fn count(&self) -> u64 {
        //   ^^^^^ a tool is a free function and has no `self`; take what it needs as arguments
        0
    }
}

fn main() {
    Counter.count();
}
