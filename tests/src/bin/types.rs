//! A server with a tool for each kind of type.
//!
//! Run with `cargo run -p tests --bin types`.

use mcp_core::server;

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().name("types").tools(tests::types::tools()))
}
