use mcp_core::{schemars, tool, tools};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Shape {
    #[serde(skip)]
    _marker: std::marker::PhantomData<*const ()>,
}

#[tool]
fn area(_shape: Shape) {}
// ^^^^ future cannot be sent between threads safely

fn main() {
    let _ = tools![area];
}
