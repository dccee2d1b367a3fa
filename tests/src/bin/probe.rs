//! A server of small tools, one for each kind of thing that can happen to a call.
//!
//! Run with `cargo run -p tests --bin probe`.

use std::time::Duration;

use mcp_core::{schemars, server, tool, tools};
use serde::{Deserialize, Serialize};

/// Adds two integers.
#[tool]
fn add(a: i64, b: i64) -> String {
    (a + b).to_string()
}

/// Answers with the text it is given.
#[tool]
fn echo(text: String) -> String {
    text
}

/// Divides two numbers.
#[tool]
fn divide(a: f64, b: f64) -> Result<f64, &'static str> {
    if b == 0.0 {
        return Err("division by zero");
    }
    Ok(a / b)
}

/// How a greeting sounds.
#[derive(Deserialize, schemars::JsonSchema, Default, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Style {
    #[default]
    Plain,
    Loud,
}

/// Greets somebody by name.
#[tool]
fn greet(
    /// Who is greeted.
    name: String,
    /// The word of greeting; `Hello` when left out.
    greeting: Option<String>,
    #[arg(default)] style: Style,
) -> String {
    let text = format!("{}, {name}!", greeting.as_deref().unwrap_or("Hello"));
    match style {
        Style::Plain => text,
        Style::Loud => text.to_uppercase(),
    }
}

/// Panics.
#[tool]
fn boom() {
    panic!("boom");
}

/// Sleeps without holding anything up.
#[tool]
async fn sleep_ms(
    /// How long, in milliseconds.
    ms: u64,
) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    format!("slept {ms}")
}

/// Prints to standard output, which belongs to the protocol.
#[tool]
#[expect(clippy::print_stdout, reason = "the point of this tool")]
fn noisy() -> &'static str {
    println!("noise from tool");
    "quiet"
}

/// Answers with the letter `x`, many times.
#[tool]
fn big(
    /// How many times.
    n: usize,
) -> String {
    "x".repeat(n)
}

/// What a list of numbers comes to.
#[derive(Serialize, schemars::JsonSchema)]
struct Stats {
    mean: f64,
    min: f64,
    max: f64,
    count: u64,
}

/// Describes a list of numbers.
#[tool]
#[expect(clippy::cast_precision_loss, reason = "nobody sends 2^52 numbers")]
fn stats(values: Vec<f64>) -> Stats {
    Stats {
        mean: values.iter().sum::<f64>() / values.len() as f64,
        min: values.iter().copied().fold(f64::INFINITY, f64::min),
        max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        count: values.len() as u64,
    }
}

/// Takes nothing.
#[tool]
fn no_args() -> &'static str {
    "ok"
}

fn main() -> std::io::Result<()> {
    let tools = tools![
        add, echo, divide, greet, boom, sleep_ms, noisy, big, stats, no_args
    ];
    mcp_stdio::run(server!().name("probe").tools(tools))
}
