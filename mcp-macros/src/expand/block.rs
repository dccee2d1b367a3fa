//! Tools that are methods: one function beside them that lists them all for a value.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{core_path, declaration, decoded, definition, local, running, shape};
use crate::block::{Block, BlockAttribute};
use crate::model::Tool;

/// An associated function with the tools of the block.
pub(crate) fn block(attribute: &BlockAttribute, block: &Block, tools: &[Tool<'_>]) -> TokenStream {
    let core = core_path(attribute.core.as_ref());
    let (generics, _, clause) = block.generics.split_for_impl();
    let Block { self_type, .. } = block;
    let function = &attribute.function;
    let (this, list) = (local("this"), local("tools"));
    let prefix = attribute
        .prefix
        .iter()
        .map(|prefix| quote!(.prefix(#prefix)));
    let methods = tools.iter().map(|tool| {
        let cfgs = &tool.cfgs;
        let method = method(tool);
        quote!(#(#cfgs)* let #list = { #method };)
    });
    // Calls run beside each other on any thread; a type that cannot be shared is told so by name.
    let shared = quote_spanned!(self_type.span()=> Self: ::core::marker::Send + ::core::marker::Sync + 'static);
    quote! {
        impl #generics #self_type #clause {
            /// The methods of this block that are tools, called on the value given.
            #[allow(deprecated, unreachable_pub, unused_qualifications)]
            pub fn #function(#this: impl ::core::convert::Into<::std::sync::Arc<Self>>) -> #core::ToolSet
            where
                #shared,
            {
                let #this: ::std::sync::Arc<Self> = #this.into();
                let #list = #core::ToolSet::new();
                #(#methods)*
                #list #(#prefix)*
            }
        }
    }
}

/// The list with one method more.
fn method(tool: &Tool<'_>) -> TokenStream {
    let Tool { ident, name, .. } = tool;
    let (this, list, returns) = (local("this"), local("tools"), local("returns"));
    let arguments = match tool.parameters.as_slice() {
        [] => quote!(_),
        _ => local("arguments").into_token_stream(),
    };
    // Not by the parameters' names, which may be those of functions in a later default.
    let names: Vec<_> = (0..tool.parameters.len())
        .map(|index| local(&format!("parameter{index}")))
        .collect();
    let parameters = tool.parameters.iter().zip(&names).map(|(parameter, name)| {
        let (ty, value) = declaration(tool, parameter);
        quote!(let #name: #ty = #value;)
    });
    let references: Vec<_> = names.iter().map(ToTokens::to_token_stream).collect();
    let shape = shape(tool);
    let definition = definition(tool, name, &references, &quote!(#returns()));
    let decoded = decoded(tool);
    let takes = names.iter().map(|name| quote!(#arguments.take(&#name)));
    let running = running(
        tool,
        &quote!(Self::#ident),
        Some(&quote!(&#this)),
        &quote!(#returns()),
    );
    quote! {
        #(#parameters)*
        let #returns = || { #shape };
        let #this = ::std::sync::Arc::clone(&#this);
        #list.with_method(#definition, move |#arguments| {
            #(let #decoded = #takes;)*
            #(let #decoded = #decoded?;)*
            let #this = ::std::sync::Arc::clone(&#this);
            ::core::option::Option::Some(#running)
        })
    }
}
