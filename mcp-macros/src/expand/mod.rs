//! Writes tools: what one would write by hand, calling the core for everything that decides.
//!
//! The pieces are here; `free` puts them together for a function, `block` for methods.

mod block;
mod free;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, LitInt, Path, RangeLimits, UnOp};

use crate::attribute::DefaultValue;
use crate::model::Tool;
use crate::parameter::Parameter;

pub(crate) use block::block;
pub(crate) use free::{broken, tool};

/// A parameter's type and its value: how it is declared, once for all uses.
fn declaration(tool: &Tool<'_>, parameter: &Parameter<'_>) -> (TokenStream, TokenStream) {
    let Parameter {
        name,
        ty,
        attribute: said,
        ..
    } = parameter;
    let core = core(tool);
    let decoded = match parameter.is_lent {
        true => quote!(#core::__private::Owned<#ty>),
        false => quote!(#ty),
    };
    let new = quote_spanned!(ty.span()=> <#decoded as #core::__private::FromCall<_>>::PARAMETER.called(#name));
    let alias = parameter.alias.iter().map(|alias| quote!(.alias(#alias)));
    let description = parameter
        .description
        .iter()
        .map(|text| quote!(.description(#text)));
    let shown = quote!(#core::__private::shown!(#decoded));
    let default = said.default.iter().map(|default| {
        let value = default_value(default);
        quote!(.default(#value, #shown))
    });
    let example = said.example.iter().map(|example| {
        let value = value(example);
        quote!(.example(#value, #shown))
    });
    let header = said.header.iter().map(|header| quote!(.header(#header)));
    let range = range(tool, said.range.as_ref());
    let len = len(said.len.as_ref());
    let step = said.multiple_of.iter().map(|step| {
        let step = integer(step);
        quote!(.multiple_of(|| #core::__private::Bound::of(#step)))
    });
    let pattern = said
        .pattern
        .iter()
        .map(|pattern| quote_spanned!(pattern.span()=> .pattern(#pattern)));
    let value = quote! {
        #new #(#alias)* #(#description)* #(#default)* #(#example)* #(#header)* #range #len #(#step)* #(#pattern)*
    };
    (quote!(#core::__private::Parameter<#decoded>), value)
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
        let (there, end) = (end.span(), integer(end));
        quote_spanned!(there=> || #core::__private::Bound::of(#end))
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

fn len(len: Option<&Expr>) -> TokenStream {
    let range = match len {
        None => return TokenStream::new(),
        Some(Expr::Range(range)) => range,
        Some(exact) => return quote!(.length(#exact)),
    };
    let shortest = range.start.iter().map(|start| quote!(.shortest(#start)));
    let longest = range.end.iter().map(|end| match range.limits {
        RangeLimits::Closed(_) => quote!(.longest(#end)),
        RangeLimits::HalfOpen(_) => quote!(.shorter_than(#end)),
    });
    quote!(#(#shortest)* #(#longest)*)
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

/// How the return type becomes results.
fn shape(tool: &Tool<'_>) -> TokenStream {
    let output = &tool.output;
    let core = core(tool);
    let there = core_at(tool.output_span, tool);
    let shape = quote_spanned! {tool.output_span=>
        #there::__private::Returns::<#output>::new().success().failure().shape()
    };
    quote! {
        use #core::__private::{NoFailure as _, OtherFailure as _, OtherSuccess as _, PointerFailure as _, StructuredSuccess as _};
        #shape
    }
}

/// What clients are told, given how to refer to the parameters and to the shape of results.
fn definition(
    tool: &Tool<'_>,
    name: &TokenStream,
    parameters: &[TokenStream],
    returns: &TokenStream,
) -> TokenStream {
    // Errors about the set-up tell the place of the function's name.
    let there = core_at(tool.ident.span(), tool);
    let new = quote_spanned!(tool.ident.span()=> #there::__private::Definition::new(#name));
    let title = tool.title.iter().map(|title| quote!(.title(#title)));
    let description = tool
        .description
        .iter()
        .map(|text| quote!(.description(#text)));
    let hints = tool.hints.iter().map(|(hint, is)| quote!(.#hint(#is)));
    let examples = tool.examples.iter().map(|json| quote!(.example(#json)));
    let icons = tool.icons.iter().map(|icon| quote!(.icon(#icon)));
    let meta = tool.meta.iter().map(|meta| quote!(.meta(#meta)));
    let strict = tool.strict.then(|| quote!(.strict()));
    let timeout = tool
        .timeout
        .iter()
        .map(|time| quote!(.timeout(::core::time::Duration::from_millis(#time))));
    let parameters = parameters
        .iter()
        .map(|parameter| quote!(.parameter(&#parameter)));
    quote! {
        #new
            #(#title)*
            #(#description)*
            #(#examples)*
            #(#hints)*
            #(#icons)*
            #(#meta)*
            #strict
            #(#timeout)*
            #(#parameters)*
            .returns(&#returns)
    }
}

/// The call of the function at `path`, with `this` first if it is a method. The function's name
/// is where a future that is not `Send` is reported.
fn running(
    tool: &Tool<'_>,
    path: &TokenStream,
    this: Option<&TokenStream>,
    returns: &TokenStream,
) -> TokenStream {
    let core = core(tool);
    let values =
        tool.parameters
            .iter()
            .zip(decoded(tool))
            .map(|(parameter, value)| match parameter.is_lent {
                true => quote!(#core::__private::Lend::lend(&#value)),
                false => value.into_token_stream(),
            });
    let arguments: Vec<_> = this.cloned().into_iter().chain(values).collect();
    let ready = tool.is_async.then(|| quote!(.await));
    let call = quote_spanned!(tool.ident.span()=> #path(#(#arguments),*) #ready);
    if tool.is_blocking {
        // What it returns changes threads, or is reported where it is written.
        let there = core_at(tool.output_span, tool);
        let output = &tool.output;
        let blocking =
            quote_spanned!(tool.output_span=> #there::__private::Running::blocking::<_, #output>);
        let function = match arguments.as_slice() {
            [] => path.clone(),
            _ => quote_spanned!(tool.ident.span()=> move || #call),
        };
        return quote_spanned!(tool.ident.span()=> #blocking(#returns, #function));
    }
    let there = core_at(tool.ident.span(), tool);
    quote_spanned!(tool.ident.span()=> #there::__private::Running::new(#returns, async move { #call }))
}

/// A test that the examples in the documentation are calls of the tool, where there are any.
fn test(tool: &Tool<'_>, named: &str, checked: &TokenStream) -> TokenStream {
    if tool.examples.is_empty() {
        return TokenStream::new();
    }
    let cfgs = &tool.cfgs;
    let name = format_ident!("{named}_examples_decode");
    quote! {
        #(#cfgs)*
        #[cfg(test)]
        #[::core::prelude::v1::test]
        #[allow(non_snake_case)]
        fn #name() {
            #checked
        }
    }
}

/// The name of a local of ours, which no name of the user's meets.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Locals for the decoded arguments.
fn decoded(tool: &Tool<'_>) -> Vec<Ident> {
    (0..tool.parameters.len())
        .map(|index| local(&format!("arg{index}")))
        .collect()
}

/// The path of mcp-core, as it was written.
fn core(tool: &Tool<'_>) -> TokenStream {
    core_path(tool.core.as_ref())
}

pub(crate) fn core_path(path: Option<&Path>) -> TokenStream {
    path.map_or_else(|| quote!(::mcp_core), ToTokens::to_token_stream)
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
