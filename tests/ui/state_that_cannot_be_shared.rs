use std::cell::Cell;

use mcp_core::{State, tool, tools};

#[tool]
fn count(counter: State<Cell<u8>>) -> u8 {
// ^^^^^ future cannot be sent between threads safely
    counter.get()
}

fn main() {
    let _ = tools![count];
}
