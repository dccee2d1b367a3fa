use mcp_core::form;

#[form]
struct Of<T> {
       //^ a form has no type parameters
    value: T,
}

fn main() {}
