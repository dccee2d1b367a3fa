use mcp_core::tool;

#[tool]
fn add(a: i64, #[arg(defualt = 1)] b: i64) -> i64 {
    //               ^^^^^^^ unknown key `defualt`, did you mean `default`?
    a + b
}

fn main() {}
