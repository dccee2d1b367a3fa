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

/// The function as it was written and the tool beside it. A mistake makes neither vanish: its
/// error must not be followed by others about what is missing.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape of an attribute macro"
)]
fn expand_tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let function = match syn::parse2::<function::Function>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
    };
    let mut errors = errors::Errors::default();
    let attribute = attribute::ToolAttribute::parse(attribute, &mut errors);
    let core = attribute.core.clone();
    let tool = match model::Tool::new(attribute, &function, errors) {
        Ok(tool) => expand::tool(&tool),
        Err(error) => {
            let broken = expand::broken(core.as_ref(), &function);
            let error = error.into_compile_error();
            quote!(#broken #error)
        }
    };
    quote! {
        // An argument must be owned, read or not, and whether a tool awaits is its own affair.
        #[allow(clippy::needless_pass_by_value, clippy::unused_async)]
        #function
        #tool
    }
}
