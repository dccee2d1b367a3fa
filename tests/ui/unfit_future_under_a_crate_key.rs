use mcp_core::{tool, tools};

#[tool(crate = ::mcp_core)]
async fn area() {
    //   ^^^^ future cannot be sent
    let shared = std::rc::Rc::new(1);
    std::future::ready(()).await;
    drop(shared);
}

fn main() {
    let _ = tools![area];
}
