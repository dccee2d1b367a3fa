//! A parameter of a function as it will be written: every rule checked.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Pat, PatType, Type};

use crate::attribute::ArgAttribute;
use crate::docs::{Docs, conditional};
use crate::errors::Errors;
use crate::function::{is_for_rustc, is_ours};
use crate::kind::Kind;
use crate::model::is_legal;
use crate::types::{Borrow, borrow, nameless, of_any_type, owned_form, source};

/// A legal parameter.
pub(crate) struct Parameter<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) name: LitStr,
    /// The type as written, or what it refers to.
    pub(crate) ty: &'a Type,
    /// Whether the function borrows it.
    pub(crate) is_lent: bool,
    pub(crate) description: Option<TokenStream>,
    pub(crate) alias: Option<LitStr>,
    /// What else is said of it, as it was written.
    pub(crate) attribute: ArgAttribute,
}

impl<'a> Parameter<'a> {
    pub(crate) fn new(
        kind: Kind,
        input: &'a PatType,
        docs: &Docs,
        errors: &mut Errors,
    ) -> Option<Self> {
        let attribute = ArgAttribute::parse(kind, &input.attrs, errors);
        if let Some(cfg) = input.attrs.iter().find(|a| a.path().is_ident("cfg")) {
            let message = "an argument cannot come and go with `#[cfg]`; put it on two versions of the function";
            errors.push(syn::Error::new_spanned(cfg, message));
        }
        let ident = errors.take(ident(&input.pat));
        let decoded = errors.take(decoded(&input.ty));
        let name = match &attribute.name {
            Some(name) => errors.take(argument_name(name)),
            None => ident.and_then(|ident| {
                let name = LitStr::new(&wire_name(ident), ident.span());
                errors.take(legal_argument(name))
            }),
        };
        let alias = attribute.alias.as_ref().map(argument_name).transpose();
        let alias = errors.take(alias);
        let (ty, is_lent) = decoded?;
        conditional(&input.attrs, errors);
        let is_strange = |attribute: &&Attribute| !is_ours(attribute) && !is_for_rustc(attribute);
        for attribute in input.attrs.iter().filter(is_strange) {
            let message = format!(
                "`#[{}]` means nothing on a parameter; what is said of an argument is said in `#[arg(...)]`",
                source(attribute.path())
            );
            errors.push(syn::Error::new_spanned(attribute.path(), message));
        }
        let description = Docs::read(&input.attrs, errors).description;
        let (ident, name) = (ident?, name?);
        let listed = || {
            docs.argument(&name.value())
                .or_else(|| docs.argument(&wire_name(ident)))
        };
        Some(Self {
            ident,
            description: description.or_else(listed),
            name,
            ty,
            is_lent,
            alias: alias?,
            attribute,
        })
    }
}

fn argument_name(name: &Expr) -> syn::Result<LitStr> {
    match name {
        Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        }) => legal_argument(name.clone()),
        other => Err(syn::Error::new_spanned(
            other,
            "an argument's name is a string literal",
        )),
    }
}

fn legal_argument(name: LitStr) -> syn::Result<LitStr> {
    if is_legal(&name.value()) {
        return Ok(name);
    }
    let message = format!(
        "`{}` cannot be an argument's name, which is 1 to 64 of `A-Z a-z 0-9 _ . -`; set another with `#[arg(name = \"...\")]`",
        name.value()
    );
    Err(syn::Error::new_spanned(name, message))
}

/// `r#type` is `type`, and `_unused` is `unused`: both marks are for the compiler only.
fn wire_name(ident: &Ident) -> String {
    let name = ident.unraw().to_string();
    match name.trim_start_matches('_') {
        "" => name,
        bare => bare.to_owned(),
    }
}

fn ident(pattern: &Pat) -> syn::Result<&Ident> {
    match pattern {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            match pattern.ident == "__returns" {
                true => Err(syn::Error::new_spanned(
                    pattern,
                    "`__returns` is taken; use another name",
                )),
                false => Ok(&pattern.ident),
            }
        }
        // A newtype taken apart, as in `Args(search): Args<Search>`: the function gets it whole.
        Pat::TupleStruct(pattern) if pattern.elems.len() == 1 => ident(&pattern.elems[0]),
        Pat::Wild(wild) => Err(syn::Error::new_spanned(
            wild,
            "an argument needs a name; write `_name` if it is not used",
        )),
        other => Err(syn::Error::new_spanned(
            other,
            "an argument is a plain name, which clients see; take it apart in the body",
        )),
    }
}

/// The type that is decoded, and whether it is lent to the function. Refuses types that keep a
/// borrow, which nothing could own, and those without a name.
fn decoded(ty: &Type) -> syn::Result<(&Type, bool)> {
    if let Some(any) = of_any_type(ty) {
        let message = "a client's JSON has no methods, so an argument is of one type, which its schema is made from; write it, or take what the server has as `State<dyn ...>`";
        return Err(syn::Error::new_spanned(any, message));
    }
    match ty {
        Type::Group(group) => decoded(&group.elem),
        Type::Paren(paren) => decoded(&paren.elem),
        Type::Reference(reference) if reference.mutability.is_some() => {
            let message = format!(
                "an argument cannot be changed for the client; take an owned value, `mut` if you need it, instead of `{}`",
                source(ty)
            );
            Err(syn::Error::new_spanned(ty, message))
        }
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => {
                let message = "an argument is lent for the call only; remove the lifetime, or take an owned value";
                Err(syn::Error::new_spanned(lifetime, message))
            }
            // Another lifetime is reported where it is declared, or is not.
            _ => owned(&reference.elem).map(|()| (&*reference.elem, true)),
        },
        other => owned(other).map(|()| (ty, false)),
    }
}

fn owned(ty: &Type) -> syn::Result<()> {
    if let Some(nameless) = nameless(ty) {
        let message =
            "an argument needs a type, which its schema is made from; write it instead of `impl`";
        return Err(syn::Error::new_spanned(nameless, message));
    }
    match borrow(ty) {
        None => Ok(()),
        Some(Borrow::Reference(reference)) => {
            let (owned, borrowed) = (owned_form(reference), source(reference));
            let message =
                format!("an argument must be owned; use `{owned}` instead of `{borrowed}`");
            Err(syn::Error::new_spanned(reference, message))
        }
        Some(Borrow::Lifetime(lifetime)) => {
            let message =
                "an argument must be owned; use a type without a lifetime, such as `String`";
            Err(syn::Error::new_spanned(lifetime, message))
        }
    }
}
