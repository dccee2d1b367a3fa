use mcp_core::tool;

#[tool]
fn add(a: i64, #[cfg(unix)] b: i64) -> i64 {
    //         ^^^^^^^^^^^^ an argument cannot come and go with `#[cfg]`; put it on two versions of the function
    a + b
}

fn main() {}
