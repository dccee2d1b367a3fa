pub struct Counter;

#[mcp_core::tool]
impl Counter {
    #[mcp_core::tool]
    fn count() {}
    // ^^^^^ a tool in an impl block takes `&self`
}

fn main() {}
