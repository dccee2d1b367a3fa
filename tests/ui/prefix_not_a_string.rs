use mcp_core::tool;

pub struct Repo;

#[tool(prefix = 5)]
//              ^ `prefix` is a string
impl Repo {
    #[tool]
    pub fn log(&self) {}
}

fn main() {}
