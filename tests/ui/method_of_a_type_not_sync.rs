struct Counter(std::cell::Cell<u8>);

#[mcp_core::tool]
impl Counter {
//   ^^^^^^^ cannot be shared between threads safely
    #[mcp_core::tool]
    fn count(&self) -> u8 {
        self.0.get()
    }
}

fn main() {
    Counter(0.into()).count();
}
