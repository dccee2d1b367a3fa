use mcp_core::{data, resource};

#[data]
struct Catalog {
    things: Vec<String>,
}

#[resource("shop://catalog")]
fn catalog() -> Catalog {
    //          ^^^^^^^ `Catalog` cannot be returned by a resource
    Catalog { things: Vec::new() }
}

fn main() {}
