use mcp_core::tool;

#[tool]
#[arg(default = 1)]
//^^^ `#[arg]` goes on a parameter
fn one(a: i64) -> i64 {
    a
}

fn main() {}
