mod orders {
    #[mcp_core::form]
    fn fill() {}
  //^ `#[form]` goes on a struct or an enum
}

fn main() {}
