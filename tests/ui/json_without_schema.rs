use mcp_core::{Json, tool, tools};

#[derive(serde::Serialize)]
struct Pair(u8, u8);

#[tool]
fn pair() -> Json<Pair> {
    //       ^^^^^^^^^^ `Json<Pair>` cannot be returned by a tool
    Json(Pair(1, 2))
}

fn main() {
    let _ = tools![pair];
}
