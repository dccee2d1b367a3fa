use mcp_core::tool;

#[tool]
fn größe() {}
// ^^^^^ `größe` cannot be a tool's name, which is 1 to 64 of `A-Z a-z 0-9 _ . -`; set another

fn main() {}
