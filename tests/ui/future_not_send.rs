use mcp_core::{tool, tools};

#[tool]
async fn count() -> usize {
    //   ^^^^^ future cannot be sent between threads safely
    let shared = std::rc::Rc::new(1);
    std::future::ready(()).await;
    *shared
}

fn main() {
    let _ = tools![count];
}
