//! A server that cannot start: two lists of its tools have the same name in them.

use mcp_core::{server, tool, tools};

/// Runs fast.
#[tool]
fn run() {}

mod slow {
    /// Runs slowly.
    #[mcp_core::tool]
    pub(super) fn run() {}
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().tools(tools![run]).tools(tools![slow::run]))
}
