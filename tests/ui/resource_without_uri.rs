use mcp_core::resource;

#[resource]
fn catalog() -> String {
// ^^^^^^^ a resource has a URI: `#[resource("shop://catalog")]`
    String::new()
}

fn main() {}
