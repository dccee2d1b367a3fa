//! The impl block under `#[tool]`: its methods are read, everything else is kept as tokens.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{
    Attribute, Expr, ExprLit, Generics, ImplItem, Lit, Meta, Path, Token, Type, Visibility, braced,
};

use crate::attribute::ToolAttribute;
use crate::entry::entries;
use crate::errors::Errors;
use crate::function::{Function, starts_function};
use crate::model::is_legal;

/// What `#[tool(...)]` on an impl block says.
pub(crate) struct BlockAttribute {
    /// The associated function that lists the tools.
    pub(crate) function: Ident,
    pub(crate) prefix: Option<Expr>,
    pub(crate) core: Option<Path>,
}

impl BlockAttribute {
    const KEYS: &'static [&'static str] = &["prefix", "function", "crate"];

    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attribute = Self {
            function: Ident::new("tools", Span::call_site()),
            prefix: None,
            core: None,
        };
        for entry in entries(tokens, Self::KEYS, errors) {
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
    attributes: Vec<Attribute>,
    pub(crate) generics: Generics,
    pub(crate) self_type: Type,
    items: Vec<Item>,
}

enum Item {
    Function(Box<Function>),
    Other(TokenStream),
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = input.parse()?;
        let self_type = input.parse()?;
        if input.peek(Token![for]) {
            return Err(
                input.error("`#[tool]` goes on an impl block of the type itself, not of a trait")
            );
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self {
            attributes,
            generics,
            self_type,
            items,
        })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        match starts_function(&ahead) {
            true => input.parse().map(Box::new).map(Self::Function),
            false => Ok(Self::Other(input.parse::<ImplItem>()?.into_token_stream())),
        }
    }
}

impl Block {
    fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(&**function),
            Item::Other(_) => None,
        })
    }

    /// The methods that are no tools.
    pub(crate) fn unmarked(&self) -> impl Iterator<Item = &Function> {
        self.functions()
            .filter(|function| function.mark().is_none())
    }

    /// The methods marked with `#[tool]`, each with what the mark says.
    pub(crate) fn marked(&self) -> impl Iterator<Item = (&Function, &Attribute)> {
        self.functions()
            .filter_map(|function| Some((function, function.mark()?)))
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
pub(crate) fn read_mark(mark: &Attribute, errors: &mut Errors) -> ToolAttribute {
    let tokens = match &mark.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(_) => {
            errors.push(syn::Error::new_spanned(
                mark,
                "`#[tool]` takes a list: `#[tool(...)]`",
            ));
            TokenStream::new()
        }
    };
    ToolAttribute::parse(tokens, errors)
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            attributes,
            generics,
            self_type,
            items,
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

/// A method without its mark, and without the lints that a tool cannot heed.
fn unmarked(function: &Function) -> TokenStream {
    let allowed = (!function.marks.is_empty())
        .then(|| quote!(#[allow(clippy::needless_pass_by_value, clippy::unused_async, clippy::unused_self)]));
    quote!(#allowed #function)
}
