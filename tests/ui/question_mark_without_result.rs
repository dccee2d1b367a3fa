use mcp_core::{tool, tools};

#[tool]
fn read(path: &str) -> String {
    std::fs::read_to_string(path)?
    //                           ^ the `?` operator can only be used in a function that returns `Result`
}

fn main() {
    let _ = tools![read];
}
