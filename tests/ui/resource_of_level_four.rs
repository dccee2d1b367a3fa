use mcp_core::resource;

#[resource("shop://{path*}")]
//         ^^^^^^^^^^^^^^^^ write `{path}`
fn catalog(path: String) -> String {
    path
}

fn main() {}
