use mcp_core::form;

#[form]
struct Address {
    street: String,
}

#[form]
struct Order {
    sku: String,
    address: Address,
           //^ `Address` cannot be a field of a form
}

fn main() {}
