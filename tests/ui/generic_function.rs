use mcp_core::tool;

#[tool]
fn show<T: ToString>(value: T) -> String {
    //  ^ a tool cannot be generic, since a client sends plain JSON; write the type out
    value.to_string()
}

fn main() {}
