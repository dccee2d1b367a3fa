//! The function under the attribute: its signature is read, its body is kept as tokens.
//!
//! A body that does not parse yet still expands, so an editor keeps its completions there and
//! the compiler reports its mistake once.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Attribute, FnArg, PatType, Signature, Token, Visibility};

use crate::docs::hidden;
use crate::kind::Kind;

/// A function item. Its tokens are what the user wrote, less the attributes on parameters that
/// only this crate understands.
pub(crate) struct Function {
    /// Attributes of this crate, such as `#[tool]` and `#[arg]`, that are left out of the tokens.
    pub(crate) marks: Vec<Attribute>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    /// In braces. A semicolon in its place is the compiler's to report.
    body: TokenTree,
}

impl Function {
    /// Reads a function that `kind`'s attribute stands on, or may stand on.
    pub(crate) fn parse(kind: Kind, input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let (marks, attributes) = attributes.into_iter().partition(is_mark);
        let visibility = input.parse()?;
        if !starts_function(input) {
            let message = format!(
                "`{}` goes on a function or an impl block; put it there, or remove it",
                kind.example()
            );
            return Err(input.error(message));
        }
        Ok(Self {
            marks,
            attributes,
            visibility,
            signature: input.parse()?,
            body: input.parse()?,
        })
    }

    /// The mark of this kind among its marks.
    pub(crate) fn mark(&self, kind: Kind) -> Option<&Attribute> {
        let mut marks = self.marks.iter();
        marks.find(|mark| Kind::of(mark.path()) == Some(kind))
    }

    /// Whether it is left to another attribute, to which all that is written on it belongs.
    pub(crate) fn is_of_another(&self, kind: Kind) -> bool {
        self.mark(kind).is_none()
            && self
                .marks
                .iter()
                .any(|mark| Kind::of(mark.path()).is_some())
    }

    /// What the user wrote, all of it.
    pub(crate) fn whole(&self) -> TokenStream {
        let Self {
            marks,
            attributes,
            visibility,
            signature,
            body,
        } = self;
        quote!(#(#marks)* #(#attributes)* #visibility #signature #body)
    }

    /// What decides whether the function is there, and so all that stands beside it.
    pub(crate) fn cfgs(&self) -> Vec<&Attribute> {
        let attributes = self.attributes.iter();
        attributes
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .collect()
    }
}

pub(crate) fn starts_function(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    loop {
        if ahead.peek(Token![fn]) {
            return true;
        }
        let qualifier = ahead.peek(Token![const])
            || ahead.peek(Token![async])
            || ahead.peek(Token![unsafe])
            || ahead.peek(Token![extern])
            || ahead.peek(syn::LitStr);
        if !qualifier || ahead.parse::<TokenTree>().is_err() {
            return false;
        }
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut signature = self.signature.clone();
        for input in &mut signature.inputs {
            if let FnArg::Typed(PatType { attrs, .. }) = input {
                attrs.retain(|attribute| !is_ours(attribute) && is_for_rustc(attribute));
            }
        }
        let is_ours = |attribute: &&Attribute| {
            hidden(attribute).is_some_and(|meta| Kind::of(meta.path()).is_some())
        };
        let attributes = self
            .attributes
            .iter()
            .filter(|attribute| !is_ours(attribute));
        tokens.extend(attributes.map(ToTokens::to_token_stream));
        self.visibility.to_tokens(tokens);
        signature.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}

/// Whether an attribute on a function is one of ours, by whatever path.
fn is_mark(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg") || Kind::of(attribute.path()).is_some()
}

/// Whether rustc takes an attribute on a parameter.
pub(crate) fn is_for_rustc(attribute: &Attribute) -> bool {
    const KNOWN: &[&str] = &[
        "allow", "cfg", "cfg_attr", "deny", "expect", "forbid", "warn",
    ];
    KNOWN.iter().any(|known| attribute.path().is_ident(known))
}

/// Whether an attribute on a parameter is for this crate: rustc takes neither there.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg")
        || attribute.path().is_ident("doc")
        || hidden(attribute).is_some()
}
