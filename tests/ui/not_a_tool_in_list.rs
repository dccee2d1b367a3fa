fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = mcp_core::tools![add];
    //                       ^^^ expected type, found function `add`
}
