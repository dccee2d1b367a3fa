use mcp_core::{State, tool, tools};

#[tool]
fn rename(user: State<String>, #[arg(name = "user")] name: String) -> String {
    //                                      ^^^^^^ two parameters are called `user`; rename one
    format!("{} {name}", *user)
}

fn main() {
    let _ = tools![rename];
}
