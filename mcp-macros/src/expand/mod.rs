//! Writes what one would write by hand, calling the core for everything that decides.
//!
//! The pieces are here; `free` puts them together for a function, `block` for methods.

mod block;
mod free;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, LitInt, Path, RangeLimits, UnOp};

use crate::attribute::DefaultValue;
use crate::kind::Kind;
use crate::model::Offer;
use crate::parameter::Parameter;
use crate::template::{Part, Template};

pub(crate) use block::block;
pub(crate) use free::{broken, free};

/// A parameter's type and its value: how it is declared, once for all uses.
fn declaration(offer: &Offer<'_>, parameter: &Parameter<'_>) -> (TokenStream, TokenStream) {
    let Parameter {
        name,
        ty,
        attribute: said,
        ..
    } = parameter;
    let core = core(offer);
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
    let asked = local("asked");
    let complete = said.complete.iter().map(|complete| {
        let by = quote_spanned!(complete.span()=> #asked.by(#complete));
        quote!(.complete(|#asked| #by))
    });
    let range = range(offer, said.range.as_ref());
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
        #new #(#alias)* #(#description)* #(#default)* #(#example)* #(#header)* #(#complete)* #range #len #(#step)* #(#pattern)*
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

fn range(offer: &Offer<'_>, range: Option<&ExprRange>) -> TokenStream {
    let Some(range) = range else {
        return TokenStream::new();
    };
    let core = core(offer);
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
fn shape(offer: &Offer<'_>) -> TokenStream {
    let output = &offer.output;
    let core = core(offer);
    let there = core_at(offer.output_span, offer);
    let last = Ident::new(offer.kind.shape(), offer.output_span);
    let shape = quote_spanned! {offer.output_span=>
        #there::__private::Returns::<#output>::new().success().failure().#last()
    };
    let traits = match offer.kind {
        Kind::Tool => {
            quote!(
                NoFailure as _,
                OtherFailure as _,
                OtherSuccess as _,
                PointerFailure as _,
                StructuredSuccess as _
            )
        }
        Kind::Resource | Kind::Prompt => {
            quote!(NoFailure as _, OtherFailure as _, PointerFailure as _)
        }
    };
    quote! {
        use #core::__private::{#traits};
        #shape
    }
}

/// What clients are told, given how to refer to the parameters and to the shape of results.
fn definition(
    offer: &Offer<'_>,
    name: &TokenStream,
    parameters: &[TokenStream],
    returns: &TokenStream,
) -> TokenStream {
    // Errors about the set-up tell the place of the function's name.
    let place = offer.ident.span();
    let there = core_at(place, offer);
    let new = match (offer.kind, &offer.uri) {
        (Kind::Prompt, _) => quote_spanned!(place=> prompt(#name)),
        (_, None) => quote_spanned!(place=> new(#name)),
        (_, Some(uri)) => {
            let address = address(&core(offer), uri);
            quote_spanned!(place=> resource(#name, #address))
        }
    };
    let new = quote_spanned!(place=> #there::__private::Definition::#new);
    let said = offer
        .said
        .iter()
        .map(|(method, value)| quote!(.#method(#value)));
    let title = offer.title.iter().map(|title| quote!(.title(#title)));
    let description = offer
        .description
        .iter()
        .map(|text| quote!(.description(#text)));
    let hints = offer.hints.iter().map(|(hint, is)| quote!(.#hint(#is)));
    let examples = offer.examples.iter().map(|json| quote!(.example(#json)));
    let icons = offer.icons.iter().map(|icon| quote!(.icon(#icon)));
    let meta = offer.meta.iter().map(|meta| quote!(.meta(#meta)));
    let strict = offer.strict.then(|| quote!(.strict()));
    let timeout = offer
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
            #(#said)*
            #strict
            #(#timeout)*
            #(#parameters)*
            .returns(&#returns)
    }
}

/// Where a resource is.
fn address(core: &TokenStream, uri: &Template) -> TokenStream {
    let text = &uri.text;
    if uri.parts.is_empty() {
        return quote!(#core::__private::Address::uri(#text));
    }
    let parts = uri.parts.iter().map(|part| match part {
        Part::Text(text) => quote!(Text(::std::borrow::Cow::Borrowed(#text))),
        Part::Segment(name) => quote!(Segment(#name)),
        Part::Rest(name) => quote!(Rest(#name)),
        Part::Query(names) => quote!(Query(&[#(#names),*])),
    });
    quote! {
        #core::__private::Address::template(#text, const { &[#(#core::__private::Part::#parts),*] })
    }
}

/// The call of the function at `path`, with `this` first if it is a method. The function's name
/// is where a future that is not `Send` is reported.
fn running(
    offer: &Offer<'_>,
    path: &TokenStream,
    this: Option<&TokenStream>,
    returns: &TokenStream,
) -> TokenStream {
    let core = core(offer);
    let values = offer
        .parameters
        .iter()
        .zip(decoded(offer))
        .map(|(parameter, value)| match parameter.is_lent {
            true => quote!(#core::__private::Lend::lend(&#value)),
            false => value.into_token_stream(),
        });
    let arguments: Vec<_> = this.cloned().into_iter().chain(values).collect();
    let call = quote_spanned!(offer.ident.span()=> #path(#(#arguments),*));
    if offer.is_blocking {
        // What it returns changes threads, or is reported where it is written.
        let there = core_at(offer.output_span, offer);
        let output = &offer.output;
        let blocking =
            quote_spanned!(offer.output_span=> #there::__private::Running::blocking::<_, #output>);
        let function = match arguments.as_slice() {
            [] => path.clone(),
            _ => quote_spanned!(offer.ident.span()=> move || #call),
        };
        return quote_spanned!(offer.ident.span()=> #blocking(#returns, #function));
    }
    let there = core_at(offer.ident.span(), offer);
    let lends = this.is_some() || offer.parameters.iter().any(|one| one.is_lent);
    let future = match (offer.is_async, lends) {
        (true, false) => call,
        (true, true) => quote_spanned!(offer.ident.span()=> async move { #call.await }),
        (false, _) => quote_spanned!(offer.ident.span()=> async move { #call }),
    };
    quote_spanned!(offer.ident.span()=> #there::__private::Running::new(#returns, #future))
}

/// A test that the examples in the documentation are calls of the function, where there are any.
fn test(offer: &Offer<'_>, named: &str, checked: &TokenStream) -> TokenStream {
    if offer.examples.is_empty() {
        return TokenStream::new();
    }
    let cfgs = &offer.cfgs;
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
fn decoded(offer: &Offer<'_>) -> Vec<Ident> {
    (0..offer.parameters.len())
        .map(|index| local(&format!("arg{index}")))
        .collect()
}

/// The path of mcp-core, as it was written.
fn core(offer: &Offer<'_>) -> TokenStream {
    core_path(offer.core.as_ref())
}

pub(crate) fn core_path(path: Option<&Path>) -> TokenStream {
    path.map_or_else(|| quote!(::mcp_core), ToTokens::to_token_stream)
}

/// The path of mcp-core, standing where errors about what follows it belong.
fn core_at(span: Span, offer: &Offer<'_>) -> TokenStream {
    let Some(path) = &offer.core else {
        return quote_spanned!(span=> ::mcp_core);
    };
    let there = |mut token: TokenTree| {
        token.set_span(token.span().located_at(span));
        token
    };
    path.to_token_stream().into_iter().map(there).collect()
}
