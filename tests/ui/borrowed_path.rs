use mcp_core::{tool, tools};

use std::path::Path;

#[tool]
fn exists(path: &Path) -> bool {
    //          ^^^^^ use `PathBuf` instead of `&Path`
    path.exists()
}

fn main() {
    let _ = tools![exists];
}
