trait Count {
    #[mcp_core::tool]
    fn count() -> u64;
    //               ^ a tool needs a body
}

fn main() {}
