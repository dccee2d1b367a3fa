use mcp_core::tool;

#[tool]
fn letter(#[arg(complete = pages)] pages: u8) -> String {
    //          ^^^^^^^^ unknown key `complete`
    pages.to_string()
}

fn main() {}
