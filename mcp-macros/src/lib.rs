//! The attribute macros of `mcp-core`; use them from there, where they are documented.
use proc_macro::TokenStream;
/// t
#[proc_macro_attribute]
pub fn tool(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}
