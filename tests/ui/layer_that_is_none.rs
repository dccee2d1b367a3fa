use mcp_core::server;

fn main() {
    let _ = server!().layer(5);
    //                      ^ `{integer}` is no layer for the calls of tools
}
