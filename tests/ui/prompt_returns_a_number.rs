use mcp_core::prompt;

#[prompt]
fn count() -> usize {
    //        ^^^^^ `usize` cannot be returned by a prompt
    3
}

fn main() {}
