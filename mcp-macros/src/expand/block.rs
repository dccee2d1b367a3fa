//! Methods: one function beside them that lists them all for a value.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::{core, core_path, declaration, decoded, definition, local, running, shape, test};
use crate::block::{Block, BlockAttribute};
use crate::model::Offer;

/// An associated function with the marked methods of the block.
pub(crate) fn block(
    attribute: &BlockAttribute,
    block: &Block,
    offers: &[Offer<'_>],
) -> TokenStream {
    let core = core_path(attribute.core.as_ref());
    let (generics, _, clause) = block.generics.split_for_impl();
    let Block { self_type, .. } = block;
    let function = &attribute.function;
    let set = block.kind.set();
    let doc = format!(
        " The methods of this block that are {}, called on the value given.",
        block.kind.list()
    );
    let (this, list) = (local("this"), block.kind.list());
    let list = local(&list.to_string());
    let prefix = attribute
        .prefix
        .iter()
        .map(|prefix| quote!(.prefix(#prefix)));
    let methods = offers.iter().map(|offer| {
        let cfgs = &offer.cfgs;
        let method = method(offer);
        quote!(#(#cfgs)* let #list = { #method };)
    });
    // Calls run beside each other on any thread; a type that cannot be shared is told so by name.
    let shared = quote_spanned!(self_type.span()=> Self: ::core::marker::Send + ::core::marker::Sync + 'static);
    let tests = offers.iter().map(|offer| tests(block, offer));
    // What a method asks of the block's types, the list has to ask too.
    let clauses = offers.iter().filter_map(|offer| offer.clause);
    let asked = clauses
        .filter(|_| !block.generics.params.is_empty())
        .flat_map(|clause| &clause.predicates);
    quote! {
        impl #generics #self_type #clause {
            #[doc = #doc]
            #[allow(deprecated, unreachable_pub, unused_qualifications)]
            pub fn #function(#this: impl ::core::convert::Into<::std::sync::Arc<Self>>) -> #core::#set
            where
                #shared,
                #(#asked,)*
            {
                let #this: ::std::sync::Arc<Self> = #this.into();
                let #list = #core::#set::new();
                #(#methods)*
                #list #(#prefix)*
            }
        }

        #(#tests)*
    }
}

/// The list with one method more.
fn method(offer: &Offer<'_>) -> TokenStream {
    let list = local(&offer.kind.list().to_string());
    let (this, returns) = (local("this"), local("returns"));
    let arguments = match offer.parameters.as_slice() {
        [] => quote!(_),
        _ => local("arguments").into_token_stream(),
    };
    let Declared {
        names,
        statements,
        definition,
    } = declared(offer);
    let decoded = decoded(offer);
    let takes = names.iter().map(|name| quote!(#arguments.take(&#name)));
    let ident = offer.ident;
    let running = running(
        offer,
        &quote!(Self::#ident),
        Some(&quote!(&#this)),
        &quote!(#returns()),
    );
    quote! {
        #statements
        let #this = ::std::sync::Arc::clone(&#this);
        #list.with_method(#definition, move |#arguments| {
            #(let #decoded = #takes;)*
            #(let #decoded = #decoded?;)*
            let #this = ::std::sync::Arc::clone(&#this);
            ::core::option::Option::Some(#running)
        })
    }
}

/// How a method is declared: its parameters and its returns as locals, and what they come to.
struct Declared {
    names: Vec<Ident>,
    statements: TokenStream,
    definition: TokenStream,
}

fn declared(offer: &Offer<'_>) -> Declared {
    // Not by the parameters' names, which may be those of functions in a later default.
    let names: Vec<_> = (0..offer.parameters.len())
        .map(|index| local(&format!("parameter{index}")))
        .collect();
    let parameters = offer
        .parameters
        .iter()
        .zip(&names)
        .map(|(parameter, name)| {
            let (ty, value) = declaration(offer, parameter);
            quote!(let #name: #ty = #value;)
        });
    let references: Vec<_> = names.iter().map(ToTokens::to_token_stream).collect();
    let (returns, shape) = (local("returns"), shape(offer));
    Declared {
        statements: quote! {
            #(#parameters)*
            let #returns = || { #shape };
        },
        definition: definition(offer, &offer.name, &references, &quote!(#returns())),
        names,
    }
}

/// A test of a method's examples, and what it calls: it cannot stand in the impl block itself.
/// A generic block has none, since nobody knows for which types; its examples are checked with
/// the server's set-up only.
fn tests(block: &Block, offer: &Offer<'_>) -> TokenStream {
    if offer.examples.is_empty() || !block.generics.params.is_empty() {
        return TokenStream::new();
    }
    let core = core(offer);
    let Declared {
        names,
        statements,
        definition,
    } = declared(offer);
    let (cfgs, self_type, arguments) = (&offer.cfgs, &block.self_type, local("arguments"));
    let method = offer.ident.unraw();
    let checked = format_ident!("__{method}_examples_decode");
    let of_type: String = self_type.to_token_stream().to_string();
    let of_type = of_type.replace(|c: char| !c.is_alphanumeric(), "_");
    let test = test(
        offer,
        &format!("{of_type}_{method}"),
        &quote!(<#self_type>::#checked();),
    );
    quote! {
        #(#cfgs)*
        #[cfg(test)]
        impl #self_type {
            fn #checked() {
                #statements
                #core::__private::examples_decode(&#definition, |#arguments| {
                    #(let _ = #arguments.take(&#names);)*
                    ::core::option::Option::None
                });
            }
        }

        #test
    }
}
