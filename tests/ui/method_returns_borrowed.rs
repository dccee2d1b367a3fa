pub struct Shelf(String);

#[mcp_core::tool]
impl Shelf {
    #[mcp_core::tool]
    fn label(&self) -> &str {
        //             ^^^^ return `String` instead of `&str`
        &self.0
    }
}

fn main() {
    let _ = Shelf(String::new()).label();
}
