use mcp_core::tool;

#[tool(crate = "my_core")]
//             ^^^^^^^^^ `crate` is the path of mcp-core: `crate = ::my_facade::mcp_core`
fn one() -> i64 {
    1
}

fn main() {}
