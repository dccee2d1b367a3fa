//! A server whose tools speak before they answer.

use std::time::Duration;

use mcp_core::{Confirmed, Context, server, tool, tools};

/// Counts, and tells how far it has got.
#[tool]
async fn count(ctx: &Context, to: u32, #[arg(default)] pause_us: u64) -> u32 {
    for _ in ctx.track(0..to) {
        if pause_us > 0 {
            tokio::time::sleep(Duration::from_micros(pause_us)).await;
        }
    }
    to
}

/// Goes ahead if the user agrees.
#[tool]
fn go_ahead(
    /// Go ahead?
    _sure: Confirmed,
) -> &'static str {
    "gone"
}

/// Sleeps, on another thread than the one that reads.
#[tool(task, blocking)]
fn nap(ms: u64) -> &'static str {
    std::thread::sleep(Duration::from_millis(ms));
    "awake"
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().tools(tools![count, go_ahead, nap]))
}
