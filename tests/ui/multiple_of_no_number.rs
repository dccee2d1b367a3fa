use mcp_core::{tool, tools};

#[tool]
fn step(#[arg(multiple_of = "5")] by: u32) -> u32 {
    //                      ^^^ is no number
    by
}

fn main() {
    let _ = tools![step];
}
