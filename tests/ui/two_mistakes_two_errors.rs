use mcp_core::tool;

#[tool]
fn join(a: impl ToString, (b, c): (i64, i64)) -> String {
    //     ^^^^^^^^^^^^^ needs a type
    //                    ^^^^^^ take it apart in the body
    format!("{}{b}{c}", a.to_string())
}

fn main() {}
