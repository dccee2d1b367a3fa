use mcp_core::{server, tool};

#[tool]
fn add(a: i64) -> i64 {
    a
}

fn main() {
    let _ = server!().tools(add);
    //                      ^^^ is no set of tools
}
