//! Writes a tool: what one would write by hand, calling the core for everything that decides.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Lit};

use crate::attribute::DefaultValue;
use crate::model::{Parameter, Tool};

/// The type beside the function, its parameters and its implementation of `Tool`.
pub(crate) fn tool(tool: &Tool<'_>) -> TokenStream {
    let Tool {
        core,
        cfgs,
        visibility,
        ident,
        ..
    } = tool;
    let parameters = parameters(tool);
    let name = &tool.name;
    let output = &tool.output;
    let returns = returns(tool);
    let define = define(tool);
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

            #returns
            #define
            #start
        }
    }
}

/// One constant for each parameter, read by both `define` and `start`.
fn parameters(tool: &Tool<'_>) -> TokenStream {
    if tool.parameters.is_empty() {
        return TokenStream::new();
    }
    let Tool {
        core, cfgs, ident, ..
    } = tool;
    let constants = tool
        .parameters
        .iter()
        .map(|parameter| constant(parameter, core));
    quote! {
        #(#cfgs)*
        #[allow(non_upper_case_globals)]
        impl #ident {
            #(#constants)*
        }
    }
}

fn constant(parameter: &Parameter<'_>, core: &TokenStream) -> TokenStream {
    let Parameter {
        ident, name, ty, ..
    } = parameter;
    let new = quote_spanned!(ty.span()=> #core::__private::Parameter::<#ty>::new(#name));
    let description = parameter
        .description
        .iter()
        .map(|text| quote!(.description(#text)));
    let default = parameter.default.iter().map(|default| {
        let value = default_value(default);
        quote!(.default(#value))
    });
    quote! {
        const #ident: #core::__private::Parameter<#ty> = #new #(#description)* #(#default)*;
    }
}

fn default_value(default: &DefaultValue) -> TokenStream {
    match default {
        DefaultValue::OfType(span) => quote_spanned!(*span=> ::core::default::Default::default),
        // A string's default is written as a literal and wanted as a `String`.
        DefaultValue::Value(Expr::Lit(literal)) if matches!(literal.lit, Lit::Str(_)) => {
            quote!(|| ::core::convert::From::from(#literal))
        }
        DefaultValue::Value(value) => quote!(|| #value),
    }
}

fn returns(tool: &Tool<'_>) -> TokenStream {
    let Tool { core, output, .. } = tool;
    let shape = quote_spanned! {tool.output_span=>
        (&#core::__private::Returns::<#output>::new().success()).shape()
    };
    quote! {
        fn returns() -> impl #core::__private::Shape<Return = Self::Output> {
            use #core::__private::{NoFailure as _, NoOutput as _, StructuredSuccess as _};
            #shape
        }
    }
}

fn define(tool: &Tool<'_>) -> TokenStream {
    let Tool { core, .. } = tool;
    let title = tool.title.iter().map(|title| quote!(.title(#title)));
    let description = tool
        .description
        .iter()
        .map(|text| quote!(.description(#text)));
    let hints = tool.hints.iter().map(|(hint, is)| quote!(.#hint(#is)));
    let strict = tool.strict.then(|| quote!(.strict()));
    let parameters = tool
        .parameters
        .iter()
        .map(|Parameter { ident, .. }| quote!(.parameter(&Self::#ident)));
    quote! {
        fn define() -> #core::__private::Definition {
            #core::__private::Definition::new(Self::NAME)
                #(#title)*
                #(#description)*
                #(#hints)*
                #strict
                #(#parameters)*
                .returns(&Self::returns())
        }
    }
}

fn start(tool: &Tool<'_>) -> TokenStream {
    let Tool { core, ident, .. } = tool;
    let decoded = decoded(tool.parameters.len());
    let call = if tool.is_async {
        quote!(.await)
    } else {
        TokenStream::new()
    };
    // Its span is where a future that is not `Send` is reported.
    let new = quote_spanned!(ident.span()=> #core::__private::Running::new);
    let running = quote! {
        ::core::option::Option::Some(#new(Self::returns(), async move { #ident(#(#decoded),*) #call }))
    };
    let (arguments, body) = match tool.parameters.as_slice() {
        [] => (quote!(_), running),
        parameters => {
            let arguments = Ident::new("arguments", Span::mixed_site());
            let takes = parameters
                .iter()
                .map(|Parameter { ident, .. }| quote!(#arguments.take(&Self::#ident)));
            let body = quote! {
                #(let #decoded = #takes;)*
                #(let #decoded = #decoded?;)*
                #running
            };
            (quote!(#arguments), body)
        }
    };
    quote! {
        fn start(#arguments: &mut #core::__private::Arguments<'_>) -> ::core::option::Option<#core::__private::Running> {
            #body
        }
    }
}

/// Names of our own for the decoded arguments: the user's may be those of anything else here.
fn decoded(count: usize) -> Vec<Ident> {
    (0..count)
        .map(|index| format_ident!("arg{index}", span = Span::mixed_site()))
        .collect()
}
