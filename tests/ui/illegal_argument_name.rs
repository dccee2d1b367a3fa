use mcp_core::tool;

#[tool]
fn greet(#[arg(name = "full name")] name: String) -> String {
    //                ^^^^^^^^^^^ `full name` cannot be an argument's name
    name
}

fn main() {}
