use mcp_core::{resource, resources};

#[resource("shop://catalog")]
fn catalog() -> String {
    String::new()
}

#[resource("shop://catalog")]
fn list() -> String {
    String::new()
}

fn main() {
    let _ = resources![catalog, list];
    //      ^^^^^^^^^^^^^^^^^^^^^^^ `catalog` and `list` are both the resource `shop://catalog`; give one another URI
}
