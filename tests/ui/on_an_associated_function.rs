struct Counter;

impl Counter {
    #[mcp_core::tool]
    fn zero() -> u64 {
        //^^ free function
        0
    }
}

fn main() {
    Counter::zero();
}
