//! A calculator: a first server.
//!
//! Run with `cargo run -p examples --bin calculator`.

use mcp_core::{server, tool, tools};

/// Adds two integers.
#[tool]
async fn add(
    /// First addend.
    a: i64,
    /// Second addend.
    #[arg(default = 0)]
    b: i64,
) -> i64 {
    a + b
}

/// Divides two numbers.
#[tool]
fn divide(a: f64, b: f64) -> Result<f64, &'static str> {
    if b == 0.0 {
        return Err("cannot divide by zero");
    }
    Ok(a / b)
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().name("calculator").tools(tools![add, divide]))
}
