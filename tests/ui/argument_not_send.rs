use mcp_core::{schemars, tool, tools};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Shape {
    width: std::cell::Cell<f64>,
    owner: std::rc::Rc<str>,
}

#[tool]
fn area(shape: Shape) -> f64 {
    //         ^^^^^ `Shape` cannot be a tool argument
    shape.width.get()
}

fn main() {
    let _ = tools![area];
}
