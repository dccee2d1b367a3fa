use mcp_core::resource;

#[resource("shop://catalog", mime = "text/plain")]
//                           ^^^^ did you mean `mime_type`?
fn catalog() -> String {
    String::new()
}

fn main() {}
