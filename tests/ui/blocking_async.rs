use mcp_core::tool;

#[tool(blocking)]
//     ^^^^^^^^ an async function holds none; remove `blocking`, or `async`
async fn nap() {}

fn main() {}
