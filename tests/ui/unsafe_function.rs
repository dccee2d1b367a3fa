use mcp_core::tool;

#[tool]
pub unsafe fn free(address: usize) -> usize {
//  ^^^^^^ a tool cannot be `unsafe`: a client decides when it is called; check what must hold in a safe function
    address
}

fn main() {}
