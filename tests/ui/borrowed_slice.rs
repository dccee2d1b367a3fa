use mcp_core::{tool, tools};

#[tool]
fn sum(values: &[f64]) -> f64 {
    //         ^^^^^^ use `Vec<f64>` instead of `&[f64]`
    values.iter().sum()
}

fn main() {
    let _ = tools![sum];
}
