use mcp_core::form;

#[form(input)]
     //^ unknown key `input`
struct Order {
    sku: String,
}

fn main() {}
