//! A tool, a resource or a prompt as it will be written: every rule checked, every error collected.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, FnArg, GenericParam, Lit, Path, Receiver, ReceiverKind, ReturnType, Signature,
    Type, TypeReference, Visibility, WhereClause,
};

use crate::attribute::OfferAttribute;
use crate::block::{Block, BlockAttribute, read_mark};
use crate::docs::{Docs, conditional, hidden};
use crate::errors::Errors;
use crate::function::Function;
use crate::kind::Kind;
use crate::parameter::Parameter;
use crate::template::Template;
use crate::types::{Borrow, borrow, inner_result, lent_for_ever, nameless, owned_form, source};

/// Where a function stands, and so what its first parameter is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// By itself, without `self`.
    Free,
    /// In an impl block, with `&self`.
    Method,
}

/// A legal function.
pub(crate) struct Offer<'a> {
    pub(crate) kind: Kind,
    /// Where a resource is.
    pub(crate) uri: Option<Template>,
    /// The path of mcp-core, unless it is the crate of that name.
    pub(crate) core: Option<Path>,
    pub(crate) cfgs: Vec<&'a Attribute>,
    pub(crate) visibility: &'a Visibility,
    pub(crate) ident: &'a Ident,
    /// What the function asks of the types of its block.
    pub(crate) clause: Option<&'a WhereClause>,
    pub(crate) is_async: bool,
    /// Whether it is called where a thread may be held.
    pub(crate) is_blocking: bool,
    /// In milliseconds.
    pub(crate) timeout: Option<u64>,
    /// A constant expression, as are the title and the description.
    pub(crate) name: TokenStream,
    pub(crate) title: Option<Expr>,
    pub(crate) description: Option<TokenStream>,
    /// Arguments of calls, as JSON.
    pub(crate) examples: Vec<String>,
    pub(crate) icons: Vec<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) hints: Vec<(Ident, bool)>,
    pub(crate) strict: bool,
    /// What else is said, by the name of the method that takes it.
    pub(crate) said: Vec<(Ident, Expr)>,
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) output: TokenStream,
    /// Where errors about the return type stand.
    pub(crate) output_span: Span,
}

impl<'a> Offer<'a> {
    /// Joins what the attribute and the function say. `errors` may hold some already.
    pub(crate) fn new(
        kind: Kind,
        place: Place,
        attribute: OfferAttribute,
        function: &'a Function,
        mut errors: Errors,
    ) -> syn::Result<Self> {
        let signature = &function.signature;
        misplaced(kind, place, &function.marks, &mut errors);
        qualifiers(kind, signature, &mut errors);
        pace(&attribute, signature, &mut errors);
        errors.take(receiver(kind, place, signature));
        if place == Place::Free {
            errors.take(beside(kind, &signature.ident));
        }
        let name = match &attribute.name {
            Some(name) => written_name(kind, name),
            None => own_name(kind, &signature.ident),
        };
        let name = errors.take(name).unwrap_or_default();
        if attribute.description.is_none() {
            conditional(&function.attributes, &mut errors);
        }
        let docs = Docs::read(&function.attributes, &mut errors);
        let parameters = parameters(kind, signature, &docs, &mut errors);
        if let Some(uri) = &attribute.uri {
            variables(uri, &parameters, &mut errors);
        }
        let (output, output_span) = output(kind, signature, &mut errors);
        errors.finish()?;

        let description = attribute.description.map(ToTokens::into_token_stream);
        Ok(Self {
            kind,
            uri: attribute.uri,
            core: attribute.core,
            cfgs: function.cfgs(),
            visibility: &function.visibility,
            ident: &signature.ident,
            clause: signature.generics.where_clause.as_ref(),
            is_async: signature.asyncness.is_some(),
            is_blocking: attribute.blocking.is_some(),
            timeout: attribute.timeout.map(|timeout| timeout.milliseconds),
            name,
            title: attribute.title,
            description: description.or(docs.description),
            examples: docs.examples,
            icons: attribute.icons,
            meta: attribute.meta,
            hints: attribute.hints,
            strict: attribute.strict,
            said: attribute.said,
            parameters,
            output,
            output_span,
        })
    }

    /// What tells it from others of its kind, as it is written.
    fn identity(&self) -> String {
        match &self.uri {
            Some(uri) => uri.text.to_token_stream().to_string(),
            None => self.name.to_string(),
        }
    }
}

/// The marked methods of a block that are legal, no two of one name.
pub(crate) fn methods<'a>(
    attribute: &BlockAttribute,
    block: &'a Block,
    errors: &mut Errors,
) -> Vec<Offer<'a>> {
    let kind = block.kind;
    let mut offers: Vec<Offer<'a>> = Vec::new();
    if block.marked().next().is_none() {
        let message = format!(
            "no method of this block is a {kind}; put `{}` on those that are",
            kind.example()
        );
        errors.push(syn::Error::new_spanned(&block.self_type, message));
    }
    for attribute in block.unmarked().flat_map(|function| &function.attributes) {
        if hidden(attribute).is_some_and(|meta| Kind::of(meta.path()) == Some(kind)) {
            let message = format!(
                "`#[{kind}]` behind `cfg_attr` is not known here; write it plainly, and `#[cfg]` on the method"
            );
            errors.push(syn::Error::new_spanned(attribute.path(), message));
        }
    }
    for (function, mark) in block.marked() {
        let mut faults = Errors::default();
        let mut mark = read_mark(kind, mark, &mut faults);
        mark.core = mark.core.or_else(|| attribute.core.clone());
        let offer = Offer::new(kind, Place::Method, mark, function, faults);
        let Some(offer) = errors.take(offer) else {
            continue;
        };
        let mut earlier = offers.iter().filter(|earlier| earlier.cfgs.is_empty());
        let twin = earlier.find(|earlier| earlier.identity() == offer.identity());
        if let Some(twin) = twin.filter(|_| offer.cfgs.is_empty()) {
            let name = offer.identity();
            let change = match kind {
                Kind::Resource => "give one another URI".to_owned(),
                _ => format!("rename one with `#[{kind}(name = \"...\")]`"),
            };
            let message = format!("two {kind}s of this block are called {name}; {change}");
            errors.push(syn::Error::new_spanned(offer.ident, message));
            let message = format!("the other {kind} that is called {name}");
            errors.push(syn::Error::new_spanned(twin.ident, message));
        }
        offers.push(offer);
    }
    offers
}

/// Refuses attributes of ours that do not belong on the function. A method has one mark.
fn misplaced(kind: Kind, place: Place, marks: &[Attribute], errors: &mut Errors) {
    let mut expected = usize::from(place == Place::Method);
    for mark in marks {
        let message = match Kind::of(mark.path()) {
            None => "`#[arg]` goes on a parameter; put it before the parameter's name".to_owned(),
            Some(other) if other != kind => format!(
                "a function is one thing, a {kind} or a {other}; write a second one that calls it"
            ),
            Some(_) if expected > 0 => {
                expected -= 1;
                continue;
            }
            Some(_) => format!("`#[{kind}]` is there twice; put all keys into one"),
        };
        errors.push(syn::Error::new_spanned(mark.path(), message));
    }
}

/// Refuses variables of a template that no parameter takes. A struct may have some as members.
fn variables(uri: &Template, parameters: &[Parameter<'_>], errors: &mut Errors) {
    if parameters.iter().any(|parameter| is_struct(parameter.ty)) {
        return;
    }
    let is_taken = |variable: &str| {
        let names = parameters
            .iter()
            .flat_map(|parameter| [Some(&parameter.name), parameter.alias.as_ref()]);
        names.flatten().any(|name| name.value() == variable)
    };
    for variable in uri.variables().filter(|variable| !is_taken(variable)) {
        let message = format!(
            "no parameter takes the variable `{variable}`; add `{variable}: String`, or remove it"
        );
        errors.push(syn::Error::new_spanned(&uri.text, message));
    }
}

/// Whether a type is spelled as that of a struct of arguments. What is called otherwise is told
/// when the server is built.
fn is_struct(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Args"),
        _ => false,
    }
}

fn qualifiers(kind: Kind, signature: &Signature, errors: &mut Errors) {
    if let syn::Safety::Unsafe(token) = &signature.safety {
        let message = format!(
            "a {kind} cannot be `unsafe`: a client decides when it is called; check what must hold in a safe function"
        );
        errors.push(syn::Error::new_spanned(token, message));
    }
    if let Some(abi) = &signature.abi {
        let message = format!("a {kind} is a Rust function; remove the ABI");
        errors.push(syn::Error::new_spanned(abi, message));
    }
    if let Some(parameter) = signature.generics.params.first() {
        let message = match parameter {
            GenericParam::Lifetime(_) => format!(
                "a {kind} has no lifetime parameter; remove it, and write `&str` or an owned type"
            ),
            GenericParam::Type(_) | GenericParam::Const(_) => format!(
                "a {kind} cannot be generic, since a client sends plain JSON; write the type out"
            ),
        };
        errors.push(syn::Error::new_spanned(&signature.generics.params, message));
    }
}

/// Refuses `blocking` where nothing blocks, and a `timeout` that could not be kept.
fn pace(attribute: &OfferAttribute, signature: &Signature, errors: &mut Errors) {
    let is_async = signature.asyncness.is_some();
    if let Some(span) = attribute.blocking.filter(|_| is_async) {
        let message = "`blocking` moves a function that holds its thread to one that may be held, and an async function holds none; remove `blocking`, or `async`";
        errors.push(syn::Error::new(span, message));
    }
    if let Some(timeout) = &attribute.timeout
        && !is_async
        && attribute.blocking.is_none()
    {
        let message = "a function that holds its thread cannot be left when its time is up; add `blocking`, or make it `async`";
        errors.push(syn::Error::new(timeout.span, message));
    }
}

/// Refuses a `self` that nobody could give.
fn receiver(kind: Kind, place: Place, signature: &Signature) -> syn::Result<()> {
    let refuse =
        |at: &dyn ToTokens, message| Err(syn::Error::new_spanned(at.to_token_stream(), message));
    match (place, signature.receiver()) {
        (Place::Free, None) => Ok(()),
        (Place::Free, Some(receiver)) => refuse(
            receiver,
            format!("a {kind} with `self` is a method; put `#[{kind}]` on its impl block too"),
        ),
        (Place::Method, Some(receiver)) if is_shared(receiver) => Ok(()),
        (Place::Method, Some(receiver)) if matches!(receiver.kind, ReceiverKind::Typed(..)) => {
            refuse(
                receiver,
                format!(
                    "a {kind} takes `&self`; write it so, an `Arc` of the value can be given too"
                ),
            )
        }
        (Place::Method, Some(receiver)) => refuse(
            receiver,
            format!(
                "calls run beside each other, so a {kind} takes `&self`; put what changes behind a lock or an atomic"
            ),
        ),
        (Place::Method, None) => refuse(
            &signature.ident,
            format!(
                "a {kind} in an impl block takes `&self`; move it out of the block if it needs none"
            ),
        ),
    }
}

/// Whether the receiver is `&self`.
fn is_shared(receiver: &Receiver) -> bool {
    matches!(receiver.kind, ReceiverKind::Reference(_, _, None))
}

/// Refuses a function beside which a type of its name would hide a crate that derives name.
fn beside(kind: Kind, ident: &Ident) -> syn::Result<()> {
    const CRATES: &[&str] = &["alloc", "core", "mcp_core", "schemars", "serde", "std"];
    if !CRATES.iter().any(|name| ident == name) {
        return Ok(());
    }
    let message = format!(
        "beside a {kind} stands a type of its name, which would hide the crate `{ident}`; call the function otherwise and the {kind} with `#[{kind}(name = \"{ident}\")]`"
    );
    Err(syn::Error::new_spanned(ident, message))
}

/// The function's own name, for the wire.
fn own_name(kind: Kind, ident: &Ident) -> syn::Result<TokenStream> {
    let name = ident.unraw().to_string();
    legal(kind, &name, ident)?;
    Ok(name.to_token_stream())
}

/// A name given by the user. One that is no literal is checked where it is listed.
fn written_name(kind: Kind, name: &Expr) -> syn::Result<TokenStream> {
    if let Expr::Lit(literal) = name {
        match &literal.lit {
            Lit::Str(text) => legal(kind, &text.value(), text)?,
            other => {
                return Err(syn::Error::new_spanned(
                    other,
                    "a name is a string, as in `name = \"add\"`",
                ));
            }
        }
    }
    Ok(name.to_token_stream())
}

/// Whether every client takes this as a name.
pub(crate) fn is_legal(name: &str) -> bool {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    (1..=64).contains(&name.len()) && name.chars().all(is_legal)
}

fn legal(kind: Kind, name: &str, at: &impl ToTokens) -> syn::Result<()> {
    // Clients only show what a resource is called.
    if kind == Kind::Resource || is_legal(name) {
        return Ok(());
    }
    let message = format!(
        "`{name}` cannot be a {kind}'s name, which is 1 to 64 of `A-Z a-z 0-9 _ . -`; set another with `#[{kind}(name = \"...\")]`"
    );
    Err(syn::Error::new_spanned(at, message))
}

fn parameters<'a>(
    kind: Kind,
    signature: &'a Signature,
    docs: &Docs,
    errors: &mut Errors,
) -> Vec<Parameter<'a>> {
    let mut parameters: Vec<Parameter<'a>> = Vec::new();
    for input in &signature.inputs {
        if let FnArg::Typed(input) = input {
            parameters.extend(Parameter::new(kind, input, docs, errors));
        }
    }
    let mut names: Vec<String> = Vec::new();
    for name in parameters
        .iter()
        .flat_map(|parameter| [Some(&parameter.name), parameter.alias.as_ref()])
        .flatten()
    {
        let called = name.value();
        if names.contains(&called) {
            let message = format!(
                "two parameters are called `{called}`; rename one, or the argument with `#[arg(name = \"...\")]`"
            );
            errors.push(syn::Error::new_spanned(name, message));
        }
        names.push(called);
    }
    headers(&parameters, errors);
    parameters
}

/// Refuses a header of two arguments; case makes no difference in HTTP.
fn headers(parameters: &[Parameter<'_>], errors: &mut Errors) {
    let mut names: Vec<String> = Vec::new();
    for header in parameters
        .iter()
        .filter_map(|parameter| parameter.attribute.header.as_ref())
    {
        let name = header.value().to_lowercase();
        if names.contains(&name) {
            let message = format!(
                "two arguments have the header `{}`; rename one",
                header.value()
            );
            errors.push(syn::Error::new_spanned(header, message));
        }
        names.push(name);
    }
}

fn output(kind: Kind, signature: &Signature, errors: &mut Errors) -> (TokenStream, Span) {
    let ty = match &signature.output {
        ReturnType::Default => return (quote::quote!(()), signature.ident.span()),
        ReturnType::Type(_, ty) => ty,
    };
    if let Some(nameless) = nameless(ty) {
        let message = format!(
            "a {kind}'s return type needs a name, which its result is made from; write it instead of `impl`"
        );
        errors.push(syn::Error::new_spanned(nameless, message));
    }
    if let Some(reference) = lent_result(signature, ty) {
        let (owned, borrowed) = (owned_form(reference), source(reference));
        let message = format!(
            "a {kind}'s result outlives its arguments; return `{owned}` instead of `{borrowed}`"
        );
        errors.push(syn::Error::new_spanned(reference, message));
    }
    if let Some(inner) = inner_result(ty) {
        let message = "an error in here would be sent as a success; make `Result` the outermost type, as in `Result<Option<_>, _>`";
        errors.push(syn::Error::new_spanned(inner, message));
    }
    (lent_for_ever(ty.to_token_stream()), ty.span())
}

/// A reference in the return type that can only borrow from an argument.
fn lent_result<'a>(signature: &Signature, ty: &'a Type) -> Option<&'a TypeReference> {
    let lends = |input: &FnArg| match input {
        FnArg::Receiver(_) => true,
        FnArg::Typed(input) => matches!(*input.ty, Type::Reference(_)),
    };
    match borrow(ty) {
        Some(Borrow::Reference(reference)) if reference.lifetime.is_none() => {
            signature.inputs.iter().any(lends).then_some(reference)
        }
        _ => None,
    }
}
