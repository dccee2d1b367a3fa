//! A server of tools that do what a tool should not.
//!
//! Run with `cargo run -p tests --bin unruly`.

use std::process::Command;
use std::time::Duration;

use mcp_core::{server, tool, tools};

/// Holds its thread.
#[tool]
fn block(
    /// How long, in milliseconds.
    ms: u64,
) -> String {
    std::thread::sleep(Duration::from_millis(ms));
    format!("blocked {ms}")
}

/// Holds a thread that may be held.
#[tool(blocking, timeout = "5m")]
fn hold(ms: u64) -> String {
    block(ms)
}

/// Holds a thread for longer than it may.
#[tool(blocking, timeout = "100ms")]
fn overstay() {
    block(60_000);
}

/// Waits for longer than it may.
#[tool(timeout = "1s")]
async fn oversleep() {
    tokio::time::sleep(Duration::from_secs(60)).await;
}

/// Starts a program that prints, and reads what is not for it.
#[tool]
fn child() -> Result<String, std::io::Error> {
    let status = Command::new("sh")
        .args(["-c", "echo from child; cat"])
        .status()?;
    Ok(status.to_string())
}

/// Answers with a letter, many times.
#[tool]
fn big(n: usize) -> String {
    "x".repeat(n)
}

/// Answers with a letter, many times, but not at once.
#[tool]
async fn big_later(n: usize) -> String {
    tokio::time::sleep(Duration::from_millis(1)).await;
    big(n)
}

/// Panics once more when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "again");
    }
}

/// Panics twice.
#[tool]
fn bomb() {
    std::panic::panic_any(Bomb);
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().name("unruly").tools(tools![
        block, hold, overstay, oversleep, child, big, big_later, bomb
    ]))
}
