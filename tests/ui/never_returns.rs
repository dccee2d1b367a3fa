use mcp_core::{tool, tools};

#[tool]
fn stop() -> ! {
    //       ^ cannot be returned by a tool
    std::process::exit(0)
}

fn main() {
    let _ = tools![stop];
}
