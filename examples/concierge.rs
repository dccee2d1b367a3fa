//! A hotel's concierge, who asks the guest before he acts: the same tools for clients of both eras.
//!
//! Run with `cargo run -p examples --bin concierge`.

use std::sync::atomic::{AtomicU32, Ordering};

use mcp_core::{Asked, Confirmed, Context, Elicited, Result, State, form, server, tool, tools};

/// What a guest wants for dinner.
#[form]
struct Dinner {
    /// How many of you there are.
    #[schemars(range(min = 1, max = 12))]
    guests: u8,
    /// Where you would like to sit.
    #[serde(default)]
    table: Table,
    /// Anything the kitchen should know.
    note: Option<String>,
}

#[form]
#[derive(Clone, Copy, Debug, Default)]
enum Table {
    #[default]
    Inside,
    Terrace,
}

/// What a taxi has to know.
#[form]
struct Pickup {
    /// How many suitcases there are.
    suitcases: u8,
}

/// The bill, in cents.
#[derive(Default)]
struct Bill(AtomicU32);

/// Books a table in the hotel's restaurant. The guest is asked for the details.
#[tool]
async fn book_table(
    ctx: &Context,
    /// The hour, as `19:30`.
    time: String,
) -> Result<String> {
    let asked = ctx.elicit::<Dinner>(format!("A table at {time}"));
    let dinner = match asked.await? {
        Elicited::Accepted(dinner) => dinner,
        Elicited::Declined => return Ok("The guest does not want a table.".to_owned()),
        Elicited::Cancelled => return Ok("The guest did not answer; ask again later.".to_owned()),
    };
    let note = dinner.note.unwrap_or_default();
    ctx.info(format!("{} guests at {time}: {note}", dinner.guests));
    Ok(format!(
        "{} guests at {time}, {:?}",
        dinner.guests, dinner.table
    ))
}

/// Calls a taxi. Nothing happens before the guest has filled in what the driver asks.
#[tool]
fn call_taxi(
    /// Where it goes.
    destination: String,
    /// A taxi to {destination}: what do you take along?
    pickup: Asked<Pickup>,
) -> String {
    format!("A taxi to {destination} for {} suitcases", pickup.suitcases)
}

/// Puts money on the guest's bill.
#[tool(destructive)]
fn charge(
    bill: State<Bill>,
    /// In cents.
    amount: u32,
    /// What for, for the guest to read.
    reason: String,
    /// Put {amount} cents on your bill for {reason}?
    _agreed: Confirmed,
) -> String {
    let total = bill.0.fetch_add(amount, Ordering::Relaxed) + amount;
    format!("{amount} cents for {reason}; the bill is {total} cents now")
}

/// Recommends something to do, in the words of the client's own model.
#[tool(read_only)]
async fn recommend(ctx: &Context, interests: Vec<String>) -> Result<String> {
    let prompt = format!(
        "One thing to do in town for who likes {}.",
        interests.join(" and ")
    );
    let answer = ctx
        .sample(prompt)
        .system("You are a concierge. Be brief.")
        .max_tokens(80);
    Ok(answer.await?.text())
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(
        server!()
            .name("concierge")
            .state(Bill::default())
            .tools(tools![book_table, call_taxi, charge, recommend]),
    )
}
