struct Add;

fn main() {
    let _ = mcp_core::tools![Add];
    //      ^^^^^^^^^^^^^^^^^^^^^ `Add` is not a tool
}
