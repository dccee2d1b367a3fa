use mcp_core::resource;

#[resource("shop://{name}")]
//         ^^^^^^^^^^^^^^^ no parameter takes the variable `name`; add `name: String`
fn thing() -> String {
    String::new()
}

fn main() {}
