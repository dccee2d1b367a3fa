//! A server that is started when there are no descriptors left.

use std::fs::File;

use mcp_core::{server, tool, tools};

/// Does nothing.
#[tool]
fn rest() {}

fn main() -> std::io::Result<()> {
    let _open: Vec<_> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    mcp_stdio::run(server!().tools(tools![rest]))
}
