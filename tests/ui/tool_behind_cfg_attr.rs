use mcp_core::tool;

pub struct Repo;

#[tool]
impl Repo {
    #[tool]
    pub fn log(&self) {}

    #[cfg_attr(all(), tool)]
    //^^^^^^^^ `#[tool]` behind `cfg_attr` is not known here
    pub fn push(&self) {}
}

fn main() {}
