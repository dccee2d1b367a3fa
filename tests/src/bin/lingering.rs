//! A server whose `main` goes on when the service is over.

use std::thread::park;

use mcp_core::{server, tool, tools};

/// Does nothing.
#[tool]
fn rest() {}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().tools(tools![rest]))?;
    loop {
        park();
    }
}
