pub struct Counter;

#[mcp_core::tool]
impl Counter {
    #[mcp_core::tool]
    fn count(&mut self) {}
    //       ^^^^^^^^^ calls run beside each other, so a tool takes `&self`
}

fn main() {}
