use mcp_core::form;

#[form]
struct Order {
    tags: Vec<String>,
        //^ a form cannot have a list of `String`
}

fn main() {}
