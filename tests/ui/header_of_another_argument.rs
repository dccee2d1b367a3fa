use mcp_core::tool;

#[tool]
fn deploy(
    #[arg(header = "Region")] _a: String,
    #[arg(header = "region")] _b: String,
    //             ^^^^^^^^ two arguments have the header `region`; rename one
) {
}

fn main() {}
