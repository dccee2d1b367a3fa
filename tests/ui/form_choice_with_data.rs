use mcp_core::form;

#[form]
enum Payment {
    Invoice,
    Card { number: String },
       //^ a choice has no fields of its own
}

fn main() {}
