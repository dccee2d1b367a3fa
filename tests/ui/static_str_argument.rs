use mcp_core::tool;

#[tool]
fn greet(name: &'static str) -> &'static str {
    //          ^^^^^^^ an argument is lent for the call only; remove the lifetime
    name
}

fn main() {}
