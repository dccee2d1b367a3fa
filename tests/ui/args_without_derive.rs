use mcp_core::{Args, tool};

struct Search {
    query: String,
}

/// Searches.
#[tool]
fn search(Args(search): Args<Search>) -> String {
    //                  ^^^^^^^^^^^^ `mcp_core::Args<Search>` cannot be a tool argument
    search.query
}

fn main() {}
