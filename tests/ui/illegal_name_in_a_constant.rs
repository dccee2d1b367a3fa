const NAME: &str = "get all";

#[mcp_core::tool(name = NAME)]
fn get() {}

fn main() {
    let _ = mcp_core::tools![get];
    //      ^^^^^^^^^^^^^^^^^^^^^ `get` is called `get all`, but a tool's name is 1 to 64 of `A-Z a-z 0-9 _ . -`
}
