use mcp_core::tool;

use std::borrow::Cow;

#[tool]
fn greet(name: Cow<'_, str>) -> String {
    //             ^^ an argument must be owned; use a type without a lifetime, such as `String`
    name.into_owned()
}

fn main() {}
