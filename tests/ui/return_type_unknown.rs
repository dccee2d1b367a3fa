use mcp_core::{tool, tools};

#[tool]
fn shape() -> Shape {
    //        ^^^^^ cannot find type `Shape` in this scope
    todo!()
}

fn main() {
    let _ = tools![shape];
}
