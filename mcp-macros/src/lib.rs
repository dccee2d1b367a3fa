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
mod kind;
mod model;
mod parameter;
mod template;
#[cfg(test)]
mod tests;
mod types;

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Token};

use crate::kind::Kind;

/// Turns a function into a tool. Documented at `mcp_core::tool`.
#[proc_macro_attribute]
pub fn tool(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand(Kind::Tool, attribute.into(), item.into()).into()
}

/// Turns a function into a resource. Documented at `mcp_core::resource`.
#[proc_macro_attribute]
pub fn resource(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand(Kind::Resource, attribute.into(), item.into()).into()
}

/// Turns a function into a prompt. Documented at `mcp_core::prompt`.
#[proc_macro_attribute]
pub fn prompt(
    attribute: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    expand(Kind::Prompt, attribute.into(), item.into()).into()
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

/// What was written and what stands beside it. A mistake makes neither vanish: its error must not be
/// followed by others about what is missing.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape of an attribute macro"
)]
fn expand(kind: Kind, attribute: TokenStream, item: TokenStream) -> TokenStream {
    let parse = |input: ParseStream<'_>| Item::parse(kind, input);
    match parse.parse2(item.clone()) {
        Ok(Item::Function(function)) => expand_function(kind, attribute, &function),
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

impl Item {
    fn parse(kind: Kind, input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        match ahead.peek(Token![impl]) {
            true => block::Block::parse(kind, input).map(Self::Block),
            false => function::Function::parse(kind, input).map(Self::Function),
        }
    }
}

fn expand_function(
    kind: Kind,
    attribute: TokenStream,
    function: &function::Function,
) -> TokenStream {
    let mut errors = errors::Errors::default();
    let name = &function.signature.ident;
    let attribute = attribute::OfferAttribute::parse(kind, attribute, name, &mut errors);
    let core = attribute.core.clone();
    let offer = model::Offer::new(kind, model::Place::Free, attribute, function, errors);
    let beside = match offer {
        Ok(offer) => expand::free(&offer),
        Err(error) => {
            // In an `impl`, where methods are, no type may stand.
            let is_method = function.signature.receiver().is_some();
            let broken = (!is_method).then(|| expand::broken(core.as_ref(), function));
            let error = error.into_compile_error();
            quote!(#broken #error)
        }
    };
    quote! {
        // An argument is decoded into a value, read or not, and whether a function awaits is its own affair.
        #[allow(clippy::needless_pass_by_value, clippy::unused_async)]
        #function
        #beside
    }
}

/// A method with a mistake stays a method and is left out of the list.
fn expand_methods(attribute: TokenStream, block: &block::Block) -> TokenStream {
    let mut errors = errors::Errors::default();
    let attribute = block::BlockAttribute::parse(block.kind, attribute, &mut errors);
    let offers = model::methods(&attribute, block, &mut errors);
    let list = expand::block(&attribute, block, &offers);
    let errors = errors.finish().err().map(syn::Error::into_compile_error);
    quote!(#block #list #errors)
}
