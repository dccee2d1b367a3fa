use mcp_core::tool;

pub struct Repo;

#[tool]
impl Repo {
    #[tool]
    #[cfg_attr(all(), doc = "Logs.")]
    //^^^^^^^^ documentation behind `cfg_attr` is not known here
    pub fn log(&self) {}
}

fn main() {}
