//! The keys of `#[tool(...)]`, `#[resource(...)]`, `#[prompt(...)]` and `#[arg(...)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprRange, Lit, LitStr, Meta, Path, Token, token};

use crate::entry::{Entry, entries, icon, listed};
use crate::errors::Errors;
use crate::kind::Kind;
use crate::template::Template;

/// What `#[tool(...)]`, `#[resource(...)]` or `#[prompt(...)]` says.
#[derive(Default)]
pub(crate) struct OfferAttribute {
    /// Of a resource only, as are the five at the end.
    pub(crate) uri: Option<Template>,
    pub(crate) name: Option<Expr>,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<Expr>,
    pub(crate) icons: Vec<Expr>,
    pub(crate) meta: Option<Expr>,
    /// Hints by the name of the method that sets them.
    pub(crate) hints: Vec<(Ident, bool)>,
    pub(crate) strict: bool,
    /// Where it is said that the function holds its thread.
    pub(crate) blocking: Option<Span>,
    pub(crate) timeout: Option<Timeout>,
    pub(crate) core: Option<Path>,
    /// What is said by the name of the method that takes it: `size`, `audience`, `task`.
    pub(crate) said: Vec<(Ident, Expr)>,
}

/// How long a call may take, and where that is said.
pub(crate) struct Timeout {
    pub(crate) milliseconds: u64,
    pub(crate) span: Span,
}

const TOOL_KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "icon",
    "icons",
    "meta",
    "strict",
    "blocking",
    "timeout",
    "max_output",
    "task",
    "crate",
];

const RESOURCE_KEYS: &[&str] = &[
    "uri",
    "name",
    "title",
    "description",
    "mime_type",
    "size",
    "audience",
    "priority",
    "last_modified",
    "list",
    "icon",
    "icons",
    "meta",
    "blocking",
    "timeout",
    "crate",
];

const PROMPT_KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "icon",
    "icons",
    "meta",
    "blocking",
    "timeout",
    "crate",
];

impl OfferAttribute {
    /// `at` is where a URI is missing.
    pub(crate) fn parse(
        kind: Kind,
        tokens: TokenStream,
        at: &impl ToTokens,
        errors: &mut Errors,
    ) -> Self {
        let mut attribute = Self::default();
        let mut is_there = kind != Kind::Resource;
        let (keys, tokens) = match kind {
            Kind::Tool => (TOOL_KEYS, tokens),
            Kind::Prompt => (PROMPT_KEYS, tokens),
            Kind::Resource => {
                let (uri, rest) = errors.take(first(tokens)).unwrap_or_default();
                is_there = uri.is_some();
                attribute.uri = uri.and_then(|uri| errors.take(Template::parse(&uri)));
                (RESOURCE_KEYS, rest)
            }
        };
        for entry in entries(tokens, keys, errors) {
            is_there |= entry.key == "uri";
            let set = attribute.set(entry);
            errors.take(set);
        }
        if !is_there {
            let message = "a resource has a URI: `#[resource(\"shop://catalog\")]`";
            errors.push(syn::Error::new_spanned(at, message));
        }
        attribute
    }

    fn set(&mut self, entry: Entry) -> syn::Result<()> {
        match entry.key.to_string().as_str() {
            "uri" => self.uri = Some(Template::parse(&entry.value()?)?),
            "name" => self.name = Some(entry.value()?),
            "title" => self.title = Some(entry.text()?),
            "description" => self.description = Some(entry.text()?),
            "icon" => self.icons.push(icon(entry.value()?)?),
            "icons" => self.icons.extend(entry.icons()?),
            "meta" => self.meta = Some(entry.object()?),
            "strict" => self.strict = entry.flag()?,
            "blocking" => self.blocking = entry.flag()?.then(|| entry.key.span()),
            "timeout" => self.timeout = Some(entry.timeout()?),
            "task" => self.said.push((entry.key.clone(), entry.task()?)),
            "crate" => self.core = Some(entry.path()?),
            "mime_type" | "last_modified" => self.said.push((entry.key.clone(), entry.text()?)),
            "size" | "audience" | "priority" | "list" | "max_output" => {
                self.said.push((entry.key.clone(), entry.value()?));
            }
            _ => self.hints.push((entry.key.clone(), entry.flag()?)),
        }
        Ok(())
    }
}

/// The URI that an attribute's list may begin with, and the rest of the list.
fn first(tokens: TokenStream) -> syn::Result<(Option<Expr>, TokenStream)> {
    let parse = |input: ParseStream<'_>| {
        let uri = match input.peek(Lit) || input.peek(token::Group) {
            true => Some(input.parse()?),
            false => None,
        };
        if uri.is_some() && !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((uri, input.parse()?))
    };
    parse.parse2(tokens)
}

/// What `#[arg(...)]` says, in all such attributes of one parameter.
#[derive(Default)]
pub(crate) struct ArgAttribute {
    pub(crate) name: Option<Expr>,
    pub(crate) alias: Option<Expr>,
    pub(crate) default: Option<DefaultValue>,
    pub(crate) example: Option<Expr>,
    pub(crate) multiple_of: Option<Expr>,
    pub(crate) pattern: Option<Expr>,
    pub(crate) header: Option<LitStr>,
    /// The function that completes what a person types.
    pub(crate) complete: Option<Path>,
    pub(crate) range: Option<ExprRange>,
    pub(crate) len: Option<Expr>,
}

/// The value of an argument that is left out.
pub(crate) enum DefaultValue {
    /// `Default::default()`; errors about it stand at the key.
    OfType(Span),
    Value(Expr),
}

impl ArgAttribute {
    fn keys(kind: Kind) -> &'static [&'static str] {
        match kind {
            Kind::Tool => &[
                "name",
                "alias",
                "default",
                "example",
                "range",
                "len",
                "multiple_of",
                "pattern",
                "header",
            ],
            Kind::Resource | Kind::Prompt => &[
                "name",
                "alias",
                "default",
                "example",
                "range",
                "len",
                "multiple_of",
                "pattern",
                "complete",
            ],
        }
    }

    pub(crate) fn parse(kind: Kind, attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attribute = Self::default();
        let lists = attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("arg"));
        let mut all = TokenStream::new();
        for list in lists {
            match &list.meta {
                Meta::List(list) => all.extend(comma_ended(&list.tokens)),
                Meta::Path(_) | Meta::NameValue(_) => {
                    let keys = listed(Self::keys(kind));
                    let message = format!("`#[arg]` takes a list, `#[arg(...)]`, of {keys}");
                    errors.push(syn::Error::new_spanned(list, message));
                }
            }
        }
        for entry in entries(all, Self::keys(kind), errors) {
            let set = attribute.set(entry);
            errors.take(set);
        }
        attribute
    }

    fn set(&mut self, entry: Entry) -> syn::Result<()> {
        match entry.key.to_string().as_str() {
            "name" => self.name = Some(entry.value()?),
            "alias" => self.alias = Some(entry.value()?),
            "example" => self.example = Some(entry.value()?),
            "multiple_of" => self.multiple_of = Some(entry.value()?),
            "pattern" => self.pattern = Some(entry.text()?),
            "header" => self.header = Some(entry.header()?),
            "complete" => self.complete = Some(entry.function()?),
            "range" => self.range = Some(entry.range()?),
            "len" => self.len = Some(entry.len()?),
            _ => {
                self.default = Some(match entry.value {
                    Some(value) => DefaultValue::Value(value),
                    None => DefaultValue::OfType(entry.key.span()),
                });
            }
        }
        Ok(())
    }
}

/// The tokens of one list, ready for another's to follow.
fn comma_ended(tokens: &TokenStream) -> TokenStream {
    let comma = tokens
        .clone()
        .into_iter()
        .last()
        .filter(|last| last.to_string() != ",");
    let comma = comma.map(|_| quote!(,));
    quote!(#tokens #comma)
}
