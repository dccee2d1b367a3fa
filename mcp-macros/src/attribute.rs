//! The keys of `#[tool(...)]` and `#[arg(...)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Attribute, Expr, ExprRange, LitStr, Meta, Path};

use crate::entry::{Entry, entries, icon, listed};
use crate::errors::Errors;

/// What `#[tool(...)]` says.
#[derive(Default)]
pub(crate) struct ToolAttribute {
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
}

/// How long a call may take, and where that is said.
pub(crate) struct Timeout {
    pub(crate) milliseconds: u64,
    pub(crate) span: Span,
}

impl ToolAttribute {
    const KEYS: &'static [&'static str] = &[
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
        "crate",
    ];

    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attribute = Self::default();
        for entry in entries(tokens, Self::KEYS, errors) {
            let set = attribute.set(entry);
            errors.take(set);
        }
        attribute
    }

    fn set(&mut self, entry: Entry) -> syn::Result<()> {
        match entry.key.to_string().as_str() {
            "name" => self.name = Some(entry.value()?),
            "title" => self.title = Some(entry.text()?),
            "description" => self.description = Some(entry.text()?),
            "icon" => self.icons.push(icon(entry.value()?)?),
            "icons" => self.icons.extend(entry.icons()?),
            "meta" => self.meta = Some(entry.object()?),
            "strict" => self.strict = entry.flag()?,
            "blocking" => self.blocking = entry.flag()?.then(|| entry.key.span()),
            "timeout" => self.timeout = Some(entry.timeout()?),
            "crate" => self.core = Some(entry.path()?),
            _ => self.hints.push((entry.key.clone(), entry.flag()?)),
        }
        Ok(())
    }
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
    const KEYS: &'static [&'static str] = &[
        "name",
        "alias",
        "default",
        "example",
        "range",
        "len",
        "multiple_of",
        "pattern",
        "header",
    ];

    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut attribute = Self::default();
        let lists = attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("arg"));
        let mut all = TokenStream::new();
        for list in lists {
            match &list.meta {
                Meta::List(list) => all.extend(comma_ended(&list.tokens)),
                Meta::Path(_) | Meta::NameValue(_) => {
                    let keys = listed(Self::KEYS);
                    let message = format!("`#[arg]` takes a list, `#[arg(...)]`, of {keys}");
                    errors.push(syn::Error::new_spanned(list, message));
                }
            }
        }
        for entry in entries(all, Self::KEYS, errors) {
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
