fn one(#[arg(default = 1)] a: i64) -> i64 {
    //   ^^^ cannot find attribute `arg` in this scope
    a
}

fn main() {
    one(1);
}
