//! Counts the words below a folder: progress, a log, and an end when the client has enough.
//!
//! Run with `cargo run -p examples --bin indexer`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_core::{Context, Result, data, ensure, server, tool, tools};

/// A word and how often it is there.
#[data(output)]
struct Word {
    word: String,
    count: usize,
}

/// Counts the words of all text files below a folder, the most frequent first.
#[tool(blocking, read_only)]
fn index(
    ctx: &Context,
    /// The folder.
    folder: &Path,
    /// How many words to list.
    #[arg(default = 20, range = 1..=1000)]
    limit: usize,
) -> Result<Vec<Word>> {
    let files = files_below(ctx, folder)?;
    ctx.info(format!("{} files below {}", files.len(), folder.display()));
    let mut counts = BTreeMap::<String, usize>::new();
    for file in ctx.track(&files) {
        ensure!(!ctx.is_cancelled(), "stopped");
        match fs::read_to_string(file) {
            Ok(text) => count(&text, &mut counts),
            Err(error) => ctx.debug(format!("{}: {error}", file.display())),
        }
    }
    let mut words: Vec<_> = counts
        .into_iter()
        .map(|(word, count)| Word { word, count })
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.count));
    words.truncate(limit);
    Ok(words)
}

/// All files below a folder. Links are not followed, so that no circle of them is walked for ever.
fn files_below(ctx: &Context, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        ensure!(!ctx.is_cancelled(), "stopped");
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_type()? {
                kind if kind.is_dir() => folders.push(entry.path()),
                kind if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    Ok(files)
}

fn count(text: &str, counts: &mut BTreeMap<String, usize>) {
    for word in text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
}

fn main() -> std::io::Result<()> {
    mcp_stdio::run(server!().name("indexer").tools(tools![index]))
}
