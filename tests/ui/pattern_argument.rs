use mcp_core::tool;

#[tool]
fn distance((x, y): (f64, f64)) -> f64 {
    //      ^^^^^^ an argument is a plain name, which clients see; take it apart in the body
    x.hypot(y)
}

fn main() {}
