pub struct Counter;

#[mcp_core::tool]
impl Counter {
    #[mcp_core::tool(name = "count")]
    fn one(&self) {}
    // ^^^ the other tool that is called "count"

    #[mcp_core::tool]
    fn count(&self) {}
    // ^^^^^ two tools of this block are called "count"; rename one
}

fn main() {}
