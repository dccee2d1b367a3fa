mod numbers {
    #[mcp_core::tool]
    pub fn one() -> i64;
//  ^^^^^^^^^^^^^^^^^^^^ free function without a body
}

fn main() {
    let _ = mcp_core::tools![numbers::one];
}
