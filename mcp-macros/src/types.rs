//! Types as they are written: what in them cannot be decoded, returned or named.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, Lifetime, PathArguments, PathSegment, Type, TypeReference};

/// The first `impl Trait` in a type: a type without a name.
pub(crate) fn nameless(ty: &Type) -> Option<&Type> {
    match ty {
        Type::ImplTrait(_) => Some(ty),
        Type::Reference(reference) => nameless(&reference.elem),
        other => parts(other).into_iter().find_map(nameless),
    }
}

/// A value behind a `dyn Trait`, which no schema is of: `&dyn Trait`, `Box<dyn Trait>`.
pub(crate) fn of_any_type(ty: &Type) -> Option<&Type> {
    let is_pointer = |ty: &Type| match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            ["Box", "Rc", "Arc"]
                .iter()
                .any(|pointer| last.ident == pointer)
        }),
        _ => false,
    };
    match ty {
        Type::TraitObject(_) => Some(ty),
        Type::Reference(reference) => of_any_type(&reference.elem),
        Type::Group(_) | Type::Paren(_) => parts(ty).into_iter().find_map(of_any_type),
        other if is_pointer(other) => parts(other).into_iter().find_map(of_any_type),
        _ => None,
    }
}

/// What makes a type keep a borrow.
pub(crate) enum Borrow<'a> {
    Reference(&'a TypeReference),
    Lifetime(&'a Lifetime),
}

/// The first reference or lifetime in a type, `'static` excepted.
pub(crate) fn borrow(ty: &Type) -> Option<Borrow<'_>> {
    if let Type::Reference(reference) = ty {
        return Some(Borrow::Reference(reference));
    }
    let lifetime = arguments(ty).find_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => Some(lifetime),
        _ => None,
    });
    let lifetime = lifetime.map(Borrow::Lifetime);
    lifetime.or_else(|| parts(ty).into_iter().find_map(borrow))
}

/// The first `Result` that is part of another type.
pub(crate) fn inner_result(ty: &Type) -> Option<&Type> {
    let is_result = |part: &&Type| match part {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Result" && !last.arguments.is_empty()),
        _ => false,
    };
    match ty {
        Type::Group(group) => inner_result(&group.elem),
        Type::Paren(paren) => inner_result(&paren.elem),
        other => parts(other)
            .into_iter()
            .find_map(|part| Some(part).filter(is_result).or_else(|| inner_result(part))),
    }
}

/// The types that a type is put together from, references excepted.
fn parts(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Group(group) => vec![&group.elem],
        Type::Paren(paren) => vec![&paren.elem],
        Type::Array(array) => vec![&array.elem],
        Type::Slice(slice) => vec![&slice.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        other => arguments(other)
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
    }
}

fn arguments(ty: &Type) -> impl Iterator<Item = &GenericArgument> {
    let segments = match ty {
        Type::Path(path) => Some(path.path.segments.iter()),
        _ => None,
    };
    segments.into_iter().flatten().flat_map(listed)
}

fn listed(segment: &PathSegment) -> impl Iterator<Item = &GenericArgument> {
    let list = match &segment.arguments {
        PathArguments::AngleBracketed(list) => Some(list.args.iter()),
        _ => None,
    };
    list.into_iter().flatten()
}

/// The type with `'static` where a reference leaves its lifetime out: the compiler says of the
/// function that it is missing, and has no reason to say it again.
pub(crate) fn lent_for_ever(tokens: TokenStream) -> TokenStream {
    let mut lent = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_reference = is_punct(&token, '&');
        lent.extend([match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), lent_for_ever(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }]);
        if is_reference && !tokens.peek().is_some_and(|token| is_punct(token, '\'')) {
            lent.extend(quote!('static));
        }
    }
    lent
}

fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(token) if token.as_char() == punct)
}

/// What to write instead of a reference.
pub(crate) fn owned_form(reference: &TypeReference) -> String {
    match &*reference.elem {
        Type::Slice(slice) => format!("Vec<{}>", source(&slice.elem)),
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        Type::Path(path)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "Path") =>
        {
            "PathBuf".to_owned()
        }
        other => source(other),
    }
}

/// A type as one would write it, for messages.
pub(crate) fn source(ty: &impl ToTokens) -> String {
    let spaced = ty.to_token_stream().to_string();
    let glued = ["& ", " <", "< ", " >", " ::", ":: ", "[ ", " ]"]
        .iter()
        .fold(spaced, |text, spaced| text.replace(spaced, spaced.trim()));
    glued.replace(" ,", ",")
}
