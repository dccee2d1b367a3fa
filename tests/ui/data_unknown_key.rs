use mcp_core::{data, tool};

#[data(outputs)]
//     ^ unknown key `outputs`, did you mean `output`?
struct Order {
    sku: String,
}

/// Orders.
#[tool]
fn order(order: Order) -> Order {
    order
}

fn main() {}
