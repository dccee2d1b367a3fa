mod orders {
    #[mcp_core::data]
    fn order() {}
  //^ `#[data]` goes on a struct or an enum
}

fn main() {}
