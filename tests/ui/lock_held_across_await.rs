use mcp_core::tool;

static TOTAL: std::sync::Mutex<usize> = std::sync::Mutex::new(0);

#[tool]
async fn count() -> usize {
    //   ^^^^^ future cannot be sent between threads safely
    let total = TOTAL.lock().unwrap();
    std::future::ready(()).await;
    *total
}

fn main() {}
