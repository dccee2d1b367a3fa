use mcp_core::tool;

#[tool(task = "maybe")]
//            ^^^^^^^ `task` stands alone, or is `task = "required"`
async fn compute() {}

fn main() {}
