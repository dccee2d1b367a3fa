//! The attribute macros of `mcp-core`. Use them from there, where they are documented.
//!
//! Tokens go one way: `function` and `attribute` read them, `model` checks every rule and
//! collects every error, `expand` writes what is left and cannot fail.

mod attribute;
mod docs;
mod errors;
mod expand;
mod function;
mod model;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;

/// Turns a function into a tool. Documented at `mcp_core::tool`.
#[proc_macro_attribute]
pub fn tool(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand_tool(attribute.into(), item.into()).into()
}

/// The function as it was written and the tool beside it, or the errors in its place, so that
/// a mistake in the attribute does not make the function vanish.
fn expand_tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let function = match syn::parse2::<function::Function>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
    };
    let tool = model::Tool::new(attribute, &function)
        .map_or_else(syn::Error::into_compile_error, |tool| expand::tool(&tool));
    quote!(#function #tool)
}
