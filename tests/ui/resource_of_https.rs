use mcp_core::resource;

#[resource("https://shop.example/catalog")]
//         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ clients fetch `https:` by themselves
fn catalog() -> String {
    String::new()
}

fn main() {}
