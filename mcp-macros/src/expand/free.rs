//! A function by itself: a type beside it, which lists name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Path, Visibility};

use super::{core, core_path, declaration, decoded, definition, local, running, shape, test};
use crate::function::Function;
use crate::model::{Offer, is_legal};
use crate::parameter::Parameter;

/// The type beside the function, its parameters and its implementation of `Tool`, `Resource` or
/// `Prompt`. A `#[cfg]` on the
/// function has been decided before, so none of this needs it.
pub(crate) fn free(offer: &Offer<'_>) -> TokenStream {
    let Offer {
        kind,
        visibility,
        ident,
        ..
    } = offer;
    let (offered, identity) = (kind.offered(), kind.identity());
    let core = core(offer);
    let beside = beside(visibility, ident);
    let members = members(offer);
    let parameters = offer
        .parameters
        .iter()
        .map(|Parameter { ident, .. }| quote!(Self::#ident));
    let parameters: Vec<_> = parameters.collect();
    let (own, name) = match &offer.uri {
        Some(uri) => (uri.text.to_token_stream(), offer.name.clone()),
        None => (
            offer.name.clone(),
            quote!(<Self as #core::#offered>::#identity),
        ),
    };
    let definition = definition(offer, &name, &parameters, &quote!(Self::__returns()));
    let start = start(offer);
    let test = own_test(offer);
    quote! {
        #beside

        #[allow(deprecated, non_upper_case_globals, unused_qualifications)]
        impl #ident {
            #members
        }

        #[automatically_derived]
        #[allow(deprecated, unused_qualifications)]
        impl #core::#offered for #ident {
            const #identity: &'static ::core::primitive::str = #own;

            fn define() -> #core::__private::Definition {
                #definition
            }

            #start
        }

        #test
    }
}

fn own_test(offer: &Offer<'_>) -> TokenStream {
    let core = core(offer);
    let (ident, offered) = (offer.ident, offer.kind.offered());
    let checked = quote! {
        #core::__private::examples_decode(
            &<#ident as #core::#offered>::define(),
            <#ident as #core::#offered>::start,
        );
    };
    test(offer, &ident.unraw().to_string(), &checked)
}

/// The type of the function's name, standing where another thing of that name is reported.
fn beside(visibility: &Visibility, ident: &Ident) -> TokenStream {
    let there = Span::call_site().located_at(ident.span());
    let item = quote_spanned!(there=> #visibility struct #ident {});
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, missing_debug_implementations)]
        #item
    }
}

/// A type in its place that lists may name, though the function has a mistake.
pub(crate) fn broken(core: Option<&Path>, function: &Function) -> TokenStream {
    let core = core_path(core);
    let Function {
        visibility,
        signature,
        ..
    } = function;
    let ident = &signature.ident;
    let name = Some(ident.unraw().to_string()).filter(|name| is_legal(name));
    let name = name.unwrap_or_else(|| "broken".to_owned());
    let beside = beside(visibility, ident);
    quote! {
        #beside

        impl #core::__private::Broken for #ident {
            const NAME: &'static ::core::primitive::str = #name;
        }
    }
}

/// One constant for each parameter, read by both `define` and `start`, and how values become
/// results. The latter is no member of the trait, which could not show a type less visible than
/// the function; its name is refused for an argument.
fn members(offer: &Offer<'_>) -> TokenStream {
    let core = core(offer);
    let output = &offer.output;
    let shape = shape(offer);
    let constants = offer.parameters.iter().map(|parameter| {
        let (ty, value) = declaration(offer, parameter);
        let ident = parameter.ident;
        quote!(const #ident: #ty = #value;)
    });
    quote! {
        #(#constants)*

        fn __returns() -> impl #core::__private::Shape<Return = #output> {
            #shape
        }
    }
}

fn start(offer: &Offer<'_>) -> TokenStream {
    let core = core(offer);
    let arguments = match offer.parameters.as_slice() {
        [] => quote!(_),
        _ => local("arguments").into_token_stream(),
    };
    let decoded = decoded(offer);
    let takes = offer
        .parameters
        .iter()
        .map(|Parameter { ident, .. }| quote!(#arguments.take(&Self::#ident)));
    let running = running(
        offer,
        &offer.ident.to_token_stream(),
        None,
        &quote!(Self::__returns()),
    );
    quote! {
        fn start(#arguments: &mut #core::__private::Arguments<'_>) -> ::core::option::Option<#core::__private::Running> {
            #(let #decoded = #takes;)*
            #(let #decoded = #decoded?;)*
            ::core::option::Option::Some(#running)
        }
    }
}
