struct Counter;

#[mcp_core::tool]
impl Counter {
//^^ `#[tool]` goes on a function
    fn count(&self) -> u64 {
        0
    }
}

fn main() {
    Counter.count();
}
