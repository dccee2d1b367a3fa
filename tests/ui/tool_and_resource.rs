use mcp_core::tool;

#[tool]
#[mcp_core::resource("shop://catalog")]
//^^^^^^^^^^^^^^^^^^ a function is one thing, a tool or a resource; write a second one that calls it
fn catalog() -> String {
    String::new()
}

fn main() {}
