//! The attribute macros of `mcp-core`. Use them from there, where they are documented.
//!
//! Tokens go one way: `function` and `attribute` read them, `model` checks every rule and
//! collects every error, `expand` writes what is left and cannot fail.

mod attribute;
mod block;
mod data;
mod docs;
mod entry;
mod errors;
mod expand;
mod form;
mod function;
mod json;
mod model;
mod parameter;
#[cfg(test)]
mod tests;
mod types;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Token};

/// Turns a function into a tool. Documented at `mcp_core::tool`.
#[proc_macro_attribute]
pub fn tool(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand(attribute.into(), item.into()).into()
}

/// Derives what a type needs to travel as JSON. Documented at `mcp_core::data`.
#[proc_macro_attribute]
pub fn data(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    data::expand(attribute.into(), &item.into()).into()
}

/// Makes a type something that a user fills in. Documented at `mcp_core::form`.
#[proc_macro_attribute]
pub fn form(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    form::expand(attribute.into(), &item.into()).into()
}

/// What was written and the tools beside it. A mistake makes neither vanish: its error must not be
/// followed by others about what is missing.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape of an attribute macro"
)]
fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    match syn::parse2(item.clone()) {
        Ok(Item::Function(function)) => expand_function(attribute, &function),
        Ok(Item::Block(block)) => expand_methods(attribute, &block),
        Err(error) => {
            let error = error.into_compile_error();
            quote!(#item #error)
        }
    }
}

/// What the attribute may stand on.
enum Item {
    Function(function::Function),
    Block(block::Block),
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        match ahead.peek(Token![impl]) {
            true => input.parse().map(Self::Block),
            false => input.parse().map(Self::Function),
        }
    }
}

fn expand_function(attribute: TokenStream, function: &function::Function) -> TokenStream {
    let mut errors = errors::Errors::default();
    let attribute = attribute::ToolAttribute::parse(attribute, &mut errors);
    let core = attribute.core.clone();
    let tool = match model::Tool::new(model::Place::Free, attribute, function, errors) {
        Ok(tool) => expand::tool(&tool),
        Err(error) => {
            // In an `impl`, where methods are, no type may stand.
            let is_method = function.signature.receiver().is_some();
            let broken = (!is_method).then(|| expand::broken(core.as_ref(), function));
            let error = error.into_compile_error();
            quote!(#broken #error)
        }
    };
    quote! {
        // An argument is decoded into a value, read or not, and whether a tool awaits is its own affair.
        #[allow(clippy::needless_pass_by_value, clippy::unused_async)]
        #function
        #tool
    }
}

/// A method with a mistake stays a method and is left out of the list.
fn expand_methods(attribute: TokenStream, block: &block::Block) -> TokenStream {
    let mut errors = errors::Errors::default();
    let attribute = block::BlockAttribute::parse(attribute, &mut errors);
    let tools = model::methods(&attribute, block, &mut errors);
    let list = expand::block(&attribute, block, &tools);
    let errors = errors.finish().err().map(syn::Error::into_compile_error);
    quote!(#block #list #errors)
}
