use mcp_core::tool;

#[tool]
fn size(&self) -> usize {
    //  ^^^^^ put `#[tool]` on its impl block too
    //  ^^^^^ `self` parameter is only allowed in associated functions
    0
}

fn main() {}
