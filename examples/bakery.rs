//! A bakery that tells its prices, in German.
//!
//! Run with `cargo run -p examples --bin bakery`.

use std::io;

use mcp_core::{server, tool, tools};

/// Products and their prices in euro cents.
const PRICES: [(&str, u32); 2] = [("brezel", 90), ("semmel", 45)];

/// Liest den Preis eines Produkts von der Preistafel.
#[tool(title = "Preis lesen", read_only)]
fn preis_lesen(
    /// Das Produkt: `brezel` oder `semmel`.
    produkt: String,
) -> Result<String, &'static str> {
    PRICES
        .iter()
        .find(|(product, _)| *product == produkt)
        .map(|(_, cents)| format!("{cents} Cent"))
        .ok_or("Unbekanntes Produkt")
}

// Visible in the crate because `dialogue` has this file as a module.
pub(crate) fn main() -> io::Result<()> {
    mcp_stdio::run(server!().name("bakery").tools(tools![preis_lesen]))
}
