//! The impl block under an attribute: its methods are read, everything else is kept as tokens.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{
    Attribute, Expr, ExprLit, Generics, ImplItem, Lit, Meta, Path, Token, Type, Visibility, braced,
};

use crate::attribute::OfferAttribute;
use crate::entry::entries;
use crate::errors::Errors;
use crate::function::{Function, starts_function};
use crate::kind::Kind;
use crate::model::is_legal;

/// What an attribute on an impl block says.
pub(crate) struct BlockAttribute {
    /// The associated function that lists the methods.
    pub(crate) function: Ident,
    pub(crate) prefix: Option<Expr>,
    pub(crate) core: Option<Path>,
}

impl BlockAttribute {
    pub(crate) fn parse(kind: Kind, tokens: TokenStream, errors: &mut Errors) -> Self {
        let keys: &[&str] = match kind {
            Kind::Tool => &["prefix", "function", "crate"],
            Kind::Resource | Kind::Prompt => &["function", "crate"],
        };
        let mut attribute = Self {
            function: kind.list(),
            prefix: None,
            core: None,
        };
        for entry in entries(tokens, keys, errors) {
            match entry.key.to_string().as_str() {
                "prefix" => attribute.prefix = errors.take(entry.text().and_then(prefix)),
                "crate" => attribute.core = errors.take(entry.path()),
                _ => attribute.function = errors.take(entry.ident()).unwrap_or(attribute.function),
            }
        }
        attribute
    }
}

/// An inherent impl block. Its tokens are what the user wrote, less what only this crate reads.
pub(crate) struct Block {
    pub(crate) kind: Kind,
    attributes: Vec<Attribute>,
    pub(crate) generics: Generics,
    pub(crate) self_type: Type,
    items: Vec<Item>,
}

enum Item {
    Function(Box<Function>),
    Other(TokenStream),
}

impl Block {
    pub(crate) fn parse(kind: Kind, input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = input.parse()?;
        let self_type = input.parse()?;
        if input.peek(Token![for]) {
            let message =
                format!("`#[{kind}]` goes on an impl block of the type itself, not of a trait");
            return Err(input.error(message));
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(Item::parse(kind, &content)?);
        }
        Ok(Self {
            kind,
            attributes,
            generics,
            self_type,
            items,
        })
    }
}

impl Item {
    fn parse(kind: Kind, input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        if !starts_function(&ahead) {
            return Ok(Self::Other(input.parse::<ImplItem>()?.into_token_stream()));
        }
        let function = Function::parse(kind, input)?;
        Ok(match function.is_of_another(kind) {
            true => Self::Other(function.whole()),
            false => Self::Function(Box::new(function)),
        })
    }
}

impl Block {
    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(&**function),
            Item::Other(_) => None,
        })
    }

    /// The methods that are not marked.
    pub(crate) fn unmarked(&self) -> impl Iterator<Item = &Function> {
        self.functions()
            .filter(|function| function.mark(self.kind).is_none())
    }

    /// The methods that are marked, each with its mark.
    pub(crate) fn marked(&self) -> impl Iterator<Item = (&Function, &Attribute)> {
        self.functions()
            .filter_map(|function| Some((function, function.mark(self.kind)?)))
    }
}

/// A prefix that is a literal is checked here, any other when the server is built.
fn prefix(prefix: Expr) -> syn::Result<Expr> {
    match &prefix {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if !text.value().is_empty() && !is_legal(&text.value()) => {
            let message = "a prefix is of what names are made of, `A-Z a-z 0-9 _ . -`, as in `prefix = \"repo.\"`";
            Err(syn::Error::new_spanned(prefix, message))
        }
        _ => Ok(prefix),
    }
}

/// Reads a mark on a method.
pub(crate) fn read_mark(kind: Kind, mark: &Attribute, errors: &mut Errors) -> OfferAttribute {
    let tokens = match &mark.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(_) => {
            let message = format!("`#[{kind}]` takes a list: `#[{kind}(...)]`");
            errors.push(syn::Error::new_spanned(mark, message));
            TokenStream::new()
        }
    };
    OfferAttribute::parse(kind, tokens, mark, errors)
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            attributes,
            generics,
            self_type,
            items,
            ..
        } = self;
        let (parameters, _, clause) = generics.split_for_impl();
        let items = items.iter().map(|item| match item {
            Item::Other(item) => item.clone(),
            Item::Function(function) => unmarked(function),
        });
        tokens.extend(quote! {
            #(#attributes)*
            impl #parameters #self_type #clause {
                #(#items)*
            }
        });
    }
}

/// A method without its mark, and without the lints that it cannot heed.
fn unmarked(function: &Function) -> TokenStream {
    let allowed = (!function.marks.is_empty())
        .then(|| quote!(#[allow(clippy::needless_pass_by_value, clippy::unused_async, clippy::unused_self)]));
    quote!(#allowed #function)
}
