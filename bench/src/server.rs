//! A server of tools as an author would write them, for clients that measure.
//!
//! Run with `cargo run --release -p bench --bin bench-server`; `BENCH_TOOLS` says how many tools it
//! has, 10 unless told.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mcp_core::{schemars, server, tool, tools};
use serde::{Deserialize, Serialize};

/// Adds two integers and returns their sum as text.
#[tool]
async fn add(
    /// First number.
    a: i64,
    /// Second number.
    b: i64,
) -> i64 {
    a + b
}

/// Returns the text unchanged.
#[tool]
async fn echo(
    /// Text to send back.
    text: String,
) -> String {
    text
}

/// Waits the given number of milliseconds without using the CPU.
#[tool]
async fn sleep(
    /// Milliseconds.
    ms: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "ok"
}

/// Uses the CPU for the given number of milliseconds without yielding.
#[tool]
async fn spin(
    /// Milliseconds.
    ms: u64,
) -> &'static str {
    let end = Instant::now() + Duration::from_millis(ms);
    let mut number = 0u64;
    while Instant::now() < end {
        for _ in 0..100 {
            number = black_box(
                number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1),
            );
        }
    }
    "ok"
}

/// Searches the orders that match a nested filter, one page of 50 rows.
#[tool]
async fn search_orders(
    /// The nested filter.
    filter: OrderFilter,
) -> Page {
    let orders = filter.lines.iter().cycle().zip(0..filter.limit);
    let orders = orders.map(|(line, row)| filter.order(line, row)).collect();
    Page {
        total: 4711,
        orders,
    }
}

/// One more tool, there to make `tools/list` longer; it adds two integers.
#[tool]
async fn extra(
    /// First number.
    a: i64,
    /// Second number.
    b: i64,
) -> i64 {
    a + b
}

/// Where a customer is.
#[derive(Clone, Copy, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Region {
    NorthAmerica,
    Europe,
    AsiaPacific,
}

/// How far an order has come.
#[derive(Clone, Copy, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    Paid,
    Shipped,
    Cancelled,
}

/// What the rows are sorted by.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SortBy {
    CreatedAt,
    Total,
}

/// One line of the filter.
#[derive(Deserialize, schemars::JsonSchema)]
#[expect(dead_code, reason = "a client sends it, and it is decoded")]
struct LineFilter {
    /// Stock keeping unit.
    sku: String,
    /// Smallest quantity.
    min_qty: u32,
    /// Largest quantity, if any.
    max_qty: Option<u32>,
    status: Status,
    /// Free tags.
    tags: Vec<String>,
}

/// Which orders.
#[derive(Deserialize, schemars::JsonSchema)]
#[expect(dead_code, reason = "a client sends it, and it is decoded")]
struct OrderFilter {
    /// Customer name.
    customer: String,
    region: Region,
    /// RFC 3339 time.
    created_after: Option<String>,
    /// RFC 3339 time.
    created_before: Option<String>,
    sort: Option<SortBy>,
    include_cancelled: bool,
    limit: u32,
    /// The lines to match.
    lines: Vec<LineFilter>,
}

impl OrderFilter {
    fn order(&self, line: &LineFilter, row: u32) -> Order {
        Order {
            order_id: 1_000_000 + u64::from(row),
            number: format!("ORD-2026-{row:06}"),
            customer: Customer {
                name: self.customer.clone(),
                email: format!("orders+{row}@example.com"),
            },
            sku: line.sku.clone(),
            quantity: line.min_qty + row,
            status: line.status,
            region: self.region,
            total_cents: 1999 * (i64::from(row) + 1),
            currency: "EUR".to_owned(),
            created_at: "2026-11-30T12:34:56Z".to_owned(),
            note: row
                .is_multiple_of(5)
                .then(|| "Leave at the \"side door\", please".to_owned()),
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
struct Customer {
    name: String,
    email: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[expect(clippy::struct_field_names, reason = "what clients compare")]
struct Order {
    order_id: u64,
    number: String,
    customer: Customer,
    sku: String,
    quantity: u32,
    status: Status,
    region: Region,
    total_cents: i64,
    currency: String,
    created_at: String,
    note: Option<String>,
}

/// One page of rows.
#[derive(Serialize, schemars::JsonSchema)]
struct Page {
    /// Rows that matched in all.
    total: u64,
    /// This page.
    orders: Vec<Order>,
}

fn main() -> std::io::Result<()> {
    let count = std::env::var("BENCH_TOOLS")
        .ok()
        .and_then(|n| n.parse().ok());
    let own = tools![add, search_orders, echo, sleep, spin];
    let server = (5..count.unwrap_or(10)).fold(server!().tools(own), |server, number| {
        server.tools(tools![extra].prefix(&format!("{number}.")))
    });
    mcp_stdio::run(server)
}
