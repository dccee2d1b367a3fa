use mcp_core::{Context, Result, data, tool};

#[data]
struct Order {
    sku: String,
}

#[tool]
async fn order(ctx: &Context) -> Result<String> {
    let order = ctx.elicit::<Order>("What?").await?.or_stop()?;
                           //^ `Order` is not a form
    Ok(order.sku)
}

fn main() {}
