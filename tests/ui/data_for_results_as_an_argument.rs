use mcp_core::{data, tool};

#[data(output)]
struct Order {
    sku: &'static str,
}

/// Orders.
#[tool]
fn order(order: Order) {
    //          ^ `Order` cannot be a tool argument
    let _ = order.sku;
}

fn main() {}
