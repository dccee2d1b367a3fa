use mcp_core::{server, tool};

struct Repo;

#[tool]
impl Repo {
    #[tool]
    pub fn log(&self) {}
}

fn main() {
    let _ = Repo::tools(Repo);
    let _ = server!().tools(Repo);
    //                      ^^^^ `Repo` is no set of tools
}
