use mcp_core::tool;

pub struct Repo;

#[tool(prefix = "my repo/")]
//              ^^^^^^^^^^ a prefix is of what names are made of
impl Repo {
    #[tool]
    pub fn log(&self) {}
}

fn main() {}
