#[tool]
//^^^^ cannot find attribute `tool` in this scope
fn one() -> i64 {
    1
}

fn main() {
    one();
}
