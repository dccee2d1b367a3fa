#[mcp_core::tool]
fn one() -> i64 {
    1
}

fn main() {
    one();
    let _ = mcp_core::tools!["one"];
    //                       ^^^^^ no rules expected
}
