use mcp_core::{Completing, prompt};

fn pages(_: Completing) -> u8 {
    3
}

#[prompt]
fn letter(#[arg(complete = pages)] pages: u8) -> String {
    //                     ^^^^^ `u8` is no completion
    pages.to_string()
}

fn main() {}
