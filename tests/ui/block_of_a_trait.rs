pub struct Counter;

#[mcp_core::tool]
impl Clone for Counter {
    //     ^^^ `#[tool]` goes on an impl block of the type itself, not of a trait
    fn clone(&self) -> Self {
        Self
    }
}

fn main() {}
