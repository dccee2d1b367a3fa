use mcp_core::tool;

pub struct Repo;

#[tool]
impl Repo {
    #[tool]
    pub fn log(self) {}
    //         ^^^^ a tool takes `&self`
}

fn main() {}
