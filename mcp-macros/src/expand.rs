//! Writes a tool: what one would write by hand, calling the core for everything that decides.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, LitInt, Path, RangeLimits, UnOp};

use crate::attribute::DefaultValue;
use crate::function::Function;
use crate::model::{Parameter, Tool, is_legal};

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

/// A type in the tool's place that lists may name, though the tool has a mistake.
pub(crate) fn broken(core: Option<&Path>, function: &Function) -> TokenStream {
    let core = core.map_or_else(|| quote!(::mcp_core), ToTokens::to_token_stream);
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
    let constants = tool
        .parameters
        .iter()
        .map(|parameter| constant(tool, parameter));
    quote! {
        #(#cfgs)*
        #[allow(non_upper_case_globals)]
        impl #ident {
            #(#constants)*
        }
    }
}

fn constant(tool: &Tool<'_>, parameter: &Parameter<'_>) -> TokenStream {
    let Parameter {
        ident, name, ty, ..
    } = parameter;
    let core = core(tool);
    let there = core_at(ty.span(), tool);
    let decoded = match parameter.is_lent {
        true => quote!(#core::__private::Owned<#ty>),
        false => quote!(#ty),
    };
    let new = quote_spanned!(ty.span()=> #there::__private::Parameter::new(#name));
    let alias = parameter.alias.iter().map(|alias| quote!(.alias(#alias)));
    let description = parameter
        .description
        .iter()
        .map(|text| quote!(.description(#text)));
    let shown = quote!(#core::__private::shown!(#decoded));
    let default = parameter.default.iter().map(|default| {
        let value = default_value(default);
        quote!(.default(#value, #shown))
    });
    let example = parameter.example.iter().map(|example| {
        let value = value(example);
        quote!(.example(#value, #shown))
    });
    let range = range(tool, parameter.range.as_ref());
    let shortest = parameter
        .len
        .0
        .iter()
        .map(|length| quote!(.shortest(#length)));
    let longest = parameter
        .len
        .1
        .iter()
        .map(|length| quote!(.longest(#length)));
    quote! {
        const #ident: #core::__private::Parameter<#decoded> = #new
            #(#alias)* #(#description)* #(#default)* #(#example)* #range #(#shortest)* #(#longest)*;
    }
}

fn default_value(default: &DefaultValue) -> TokenStream {
    match default {
        DefaultValue::OfType(span) => quote_spanned!(*span=> ::core::default::Default::default),
        DefaultValue::Value(expression) => value(expression),
    }
}

/// A function of a value, since a constant cannot hold every value itself.
fn value(expression: &Expr) -> TokenStream {
    match expression {
        // A string is written as a literal and wanted as a `String`.
        Expr::Lit(literal) if matches!(literal.lit, Lit::Str(_)) => {
            quote!(|| ::core::convert::From::from(#literal))
        }
        value => quote!(|| #value),
    }
}

fn range(tool: &Tool<'_>, range: Option<&ExprRange>) -> TokenStream {
    let Some(range) = range else {
        return TokenStream::new();
    };
    let core = core(tool);
    let bound = |end: &Expr| {
        let end = integer(end);
        quote!(|| #core::__private::Bound::from(#end))
    };
    let minimum = range
        .start
        .iter()
        .map(|start| bound(start))
        .map(|start| quote!(.minimum(#start)));
    let maximum = range
        .end
        .iter()
        .map(|end| bound(end))
        .map(|end| match range.limits {
            RangeLimits::Closed(_) => quote!(.maximum(#end)),
            RangeLimits::HalfOpen(_) => quote!(.below(#end)),
        });
    quote!(#(#minimum)* #(#maximum)*)
}

/// An integer literal without a type gets the widest: it would be an `i32` otherwise.
fn integer(end: &Expr) -> TokenStream {
    match end {
        Expr::Lit(ExprLit {
            lit: Lit::Int(literal),
            ..
        }) if literal.suffix().is_empty() => {
            LitInt::new(&format!("{literal}i128"), literal.span()).into_token_stream()
        }
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(minus),
            expr,
            ..
        }) => {
            let expr = integer(expr);
            quote!(#minus #expr)
        }
        other => other.to_token_stream(),
    }
}

fn returns(tool: &Tool<'_>) -> TokenStream {
    let output = &tool.output;
    let core = core(tool);
    let there = core_at(tool.output_span, tool);
    let shape = quote_spanned! {tool.output_span=>
        #there::__private::Returns::<#output>::new().success().failure().shape()
    };
    quote! {
        fn returns() -> impl #core::__private::Shape<Return = Self::Output> {
            use #core::__private::{DisplayFailure as _, NoFailure as _, NoOutput as _, NoWords as _, StructuredSuccess as _};
            #shape
        }
    }
}

fn define(tool: &Tool<'_>) -> TokenStream {
    let core = core(tool);
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
    let core = core(tool);
    let arguments = match tool.parameters.as_slice() {
        [] => quote!(_),
        _ => Ident::new("arguments", Span::mixed_site()).into_token_stream(),
    };
    let decoded = decoded(tool.parameters.len());
    let takes = tool
        .parameters
        .iter()
        .map(|Parameter { ident, .. }| quote!(#arguments.take(&Self::#ident)));
    let future = future(tool, &decoded);
    quote! {
        fn start(#arguments: &mut #core::__private::Arguments<'_>) -> ::core::option::Option<#core::__private::Running> {
            #(let #decoded = #takes;)*
            #(let #decoded = #decoded?;)*
            ::core::option::Option::Some(#core::__private::Running::new(Self::returns(), #future))
        }
    }
}

/// The call of the function. Its name is where a future that is not `Send` is reported.
fn future(tool: &Tool<'_>, decoded: &[Ident]) -> TokenStream {
    let ident = tool.ident;
    let core = core(tool);
    let arguments = tool
        .parameters
        .iter()
        .zip(decoded)
        .map(|(parameter, value)| match parameter.is_lent {
            true => quote!(#core::__private::Lend::lend(&#value)),
            false => value.to_token_stream(),
        });
    let ready = tool.is_async.then(|| quote!(.await));
    quote_spanned!(ident.span()=> async move { #ident(#(#arguments),*) #ready })
}

/// Names of our own for the decoded arguments: the user's may be those of anything else here.
fn decoded(count: usize) -> Vec<Ident> {
    (0..count)
        .map(|index| format_ident!("arg{index}", span = Span::mixed_site()))
        .collect()
}

/// The path of mcp-core.
fn core(tool: &Tool<'_>) -> TokenStream {
    core_at(Span::call_site(), tool)
}

/// The path of mcp-core, standing where errors about what follows it belong.
fn core_at(span: Span, tool: &Tool<'_>) -> TokenStream {
    let Some(path) = &tool.core else {
        return quote_spanned!(span=> ::mcp_core);
    };
    let there = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    path.to_token_stream().into_iter().map(there).collect()
}
