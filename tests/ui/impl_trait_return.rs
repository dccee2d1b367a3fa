use mcp_core::tool;

#[tool]
fn numbers() -> impl Iterator<Item = i64> {
    //          ^^^^^^^^^^^^^^^^^^^^^^^^^ a tool's return type needs a name, which its result is made from; write it instead of `impl`
    1..=3
}

fn main() {}
