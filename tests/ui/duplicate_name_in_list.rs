mod a {
    #[mcp_core::tool]
    pub fn run() {}
}
mod b {
    #[mcp_core::tool]
    pub fn run() {}
}

fn main() {
    let _ = mcp_core::tools![a::run, b::run];
    //      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `a::run` and `b::run` are both called `run`; rename one
}
