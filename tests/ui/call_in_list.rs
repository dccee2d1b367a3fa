#[mcp_core::tool]
fn one() -> i64 {
    1
}

fn main() {
    let _ = mcp_core::tools![one()];
    //                       ^^^^^ parenthesized type parameters may only be used with a `Fn` trait
}
