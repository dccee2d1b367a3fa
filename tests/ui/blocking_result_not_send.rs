use mcp_core::tool;

#[tool(blocking)]
fn count() -> Result<i64, std::rc::Rc<str>> {
    //        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ cannot be sent between threads safely
    Ok(1)
}

fn main() {}
