use mcp_core::tool;

pub struct Repo;

#[tool(function = "admin")]
//                ^^^^^^^ `function` is a name: `function = admin_tools`
impl Repo {
    #[tool]
    pub fn log(&self) {}
}

fn main() {}
