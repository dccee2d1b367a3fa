pub struct Counter;

#[mcp_core::tool]
impl Counter {
    #[mcp_core::tool]
    fn count(self: std::sync::Arc<Self>) {}
    //       ^^^^^^^^^^^^^^^^^^^^^^^^^^ a tool takes `&self`
}

fn main() {}
