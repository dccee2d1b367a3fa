//! A tool that is a function by itself: a type beside it, which lists name.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;
use syn::ext::IdentExt;

use super::{core, core_path, declaration, decoded, definition, future, local, shape};
use crate::function::Function;
use crate::model::{Tool, is_legal};
use crate::parameter::Parameter;

/// The type beside the function, its parameters and its implementation of `Tool`.
pub(crate) fn tool(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        cfgs,
        visibility,
        ident,
        name,
        output,
        ..
    } = tool;
    let core = core(tool);
    let parameters = parameters(tool);
    let shape = shape(tool);
    let parameter = |parameter: &proc_macro2::Ident| quote!(Self::#parameter);
    let definition = definition(
        tool,
        &quote!(Self::NAME),
        parameter,
        &quote!(Self::returns()),
    );
    let start = start(tool);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #ident {}

        #parameters

        #(#cfgs)*
        #[automatically_derived]
        impl #core::Tool for #ident {
            const NAME: &'static str = #name;
            type Output = #output;

            fn returns() -> impl #core::__private::Shape<Return = Self::Output> {
                #shape
            }

            fn define() -> #core::__private::Definition {
                #definition
            }

            #start
        }
    }
}

/// A type in the tool's place that lists may name, though the tool has a mistake.
pub(crate) fn broken(core: Option<&Path>, function: &Function) -> TokenStream {
    let core = core_path(core, Span::call_site());
    let cfgs = function.cfgs();
    let Function {
        visibility,
        signature,
        ..
    } = function;
    let ident = &signature.ident;
    let name = Some(ident.unraw().to_string()).filter(|name| is_legal(name));
    let name = name.unwrap_or_else(|| "broken".to_owned());
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #ident {}

        #(#cfgs)*
        impl #core::__private::Broken for #ident {
            const NAME: &'static str = #name;
        }
    }
}

/// One constant for each parameter, read by both `define` and `start`.
fn parameters(tool: &Tool<'_>) -> TokenStream {
    if tool.parameters.is_empty() {
        return TokenStream::new();
    }
    let Tool { cfgs, ident, .. } = tool;
    let constants = tool.parameters.iter().map(|parameter| {
        let (ty, value) = declaration(tool, parameter);
        let ident = parameter.ident;
        quote!(const #ident: #ty = #value;)
    });
    quote! {
        #(#cfgs)*
        #[allow(non_upper_case_globals)]
        impl #ident {
            #(#constants)*
        }
    }
}

fn start(tool: &Tool<'_>) -> TokenStream {
    let core = core(tool);
    let arguments = match tool.parameters.as_slice() {
        [] => quote!(_),
        _ => local("arguments").into_token_stream(),
    };
    let decoded = decoded(tool);
    let takes = tool
        .parameters
        .iter()
        .map(|Parameter { ident, .. }| quote!(#arguments.take(&Self::#ident)));
    let future = future(tool, &tool.ident.to_token_stream(), None, &decoded);
    quote! {
        fn start(#arguments: &mut #core::__private::Arguments<'_>) -> ::core::option::Option<#core::__private::Running> {
            #(let #decoded = #takes;)*
            #(let #decoded = #decoded?;)*
            ::core::option::Option::Some(#core::__private::Running::new(Self::returns(), #future))
        }
    }
}
