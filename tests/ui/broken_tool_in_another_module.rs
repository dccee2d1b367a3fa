mod numbers {
    #[mcp_core::tool]
    pub fn one(_: i64) {}
    //         ^ an argument needs a name
}
use numbers::one;

fn main() {
    let _ = mcp_core::tools![one];
}
