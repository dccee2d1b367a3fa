//! A server of a folder that it watches, and a prompt about its files.

use mcp_core::{Directory, prompt, prompts, server};

/// Asks for a summary of a file.
#[prompt]
async fn summarize(uri: String, #[arg(default = 3)] sentences: u8) -> String {
    tokio::task::yield_now().await;
    format!("Summarize {uri} in {sentences} sentences.")
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).expect("a folder is named");
    let shelf = Directory::new(folder)?.under("shelf:///").watch();
    mcp_stdio::run(server!().resources(shelf).prompts(prompts![summarize]))
}
