#[mcp_core::tool]
fn run() {}

fn main() {
    let _ = mcp_core::tools![run, run];
    //      ^^^^^^^^^^^^^^^^^^^^^^^^^^ `run` stands twice in this list
}
