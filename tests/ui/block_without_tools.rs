pub struct Counter;

#[mcp_core::tool]
impl Counter {
//   ^^^^^^^ no method of this block is a tool; put `#[tool]` on those that are
    pub fn count(&self) {}
}

fn main() {
    Counter.count();
    let _ = Counter::tools(Counter);
}
