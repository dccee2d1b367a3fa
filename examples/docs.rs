//! A folder of Markdown as resources that clients see changing, and a tool that finds the ones to read.
//!
//! Run with `cargo run -p examples --bin docs -- mcp-core/docs`, naming a folder.

use mcp_core::{Directory, ResourceLink, Result, State, server, tool, tools};

/// Finds documents that hold all of some words, and links to them.
#[tool(read_only, blocking)]
fn search_docs(
    docs: State<Directory>,
    /// The words to look for, in any case.
    #[arg(len = 1..)]
    words: Vec<String>,
) -> Result<Vec<ResourceLink>> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    for link in docs.links() {
        let text = docs.text(link.name())?.unwrap_or_default().to_lowercase();
        if words.iter().all(|word| text.contains(word)) {
            found.push(link);
        }
    }
    Ok(found)
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs".to_owned());
    let docs = Directory::new(folder)?
        .under("docs:///")
        .name("docs")
        .watch();
    mcp_stdio::run(
        server!()
            .name("docs")
            .instructions("Search first, then read the documents that are linked.")
            .state(docs.clone())
            .resources(docs)
            .tools(tools![search_docs]),
    )
}
