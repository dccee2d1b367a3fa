use mcp_core::tool;

/// Finds.
#[tool]
fn find(name: &str) -> Option<Result<String, std::io::Error>> {
    //                        ^^^^^^ make `Result` the outermost type
    Some(Ok(name.to_owned()))
}

/// Finds many.
#[tool]
fn find_all() -> Result<Vec<Result<u8, String>>, String> {
    //                      ^^^^^^ make `Result` the outermost type
    Ok(Vec::new())
}

fn main() {}
