//! A tool as it will be written: every rule checked, every error collected.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, FnArg, GenericParam, Lit, Path, Receiver, ReceiverKind, ReturnType, Signature,
    Type, TypeReference, Visibility, WhereClause,
};

use crate::attribute::ToolAttribute;
use crate::block::{Block, BlockAttribute, read_mark};
use crate::docs::{Docs, conditional, hidden};
use crate::errors::Errors;
use crate::function::{Function, is_tool};
use crate::parameter::Parameter;
use crate::types::{Borrow, borrow, inner_result, lent_for_ever, nameless, owned_form, source};

/// Where a tool's function stands, and so what its first parameter is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// By itself, without `self`.
    Free,
    /// In an impl block, with `&self`.
    Method,
}

/// A legal tool.
pub(crate) struct Tool<'a> {
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
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) output: TokenStream,
    /// Where errors about the return type stand.
    pub(crate) output_span: Span,
}

impl<'a> Tool<'a> {
    /// Joins what the attribute and the function say. `errors` may hold some already.
    pub(crate) fn new(
        place: Place,
        attribute: ToolAttribute,
        function: &'a Function,
        mut errors: Errors,
    ) -> syn::Result<Self> {
        let signature = &function.signature;
        misplaced(place, &function.marks, &mut errors);
        qualifiers(signature, &mut errors);
        pace(&attribute, signature, &mut errors);
        errors.take(receiver(place, signature));
        if place == Place::Free {
            errors.take(beside(&signature.ident));
        }
        let name = match &attribute.name {
            Some(name) => written_name(name),
            None => own_name(&signature.ident),
        };
        let name = errors.take(name).unwrap_or_default();
        if attribute.description.is_none() {
            conditional(&function.attributes, &mut errors);
        }
        let docs = Docs::read(&function.attributes, &mut errors);
        let parameters = parameters(signature, &docs, &mut errors);
        let (output, output_span) = output(signature, &mut errors);
        errors.finish()?;

        let description = attribute.description.map(ToTokens::into_token_stream);
        Ok(Self {
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
            parameters,
            output,
            output_span,
        })
    }
}

/// The marked methods of a block that are legal tools, no two of one name.
pub(crate) fn methods<'a>(
    attribute: &BlockAttribute,
    block: &'a Block,
    errors: &mut Errors,
) -> Vec<Tool<'a>> {
    let mut tools: Vec<Tool<'a>> = Vec::new();
    if block.marked().next().is_none() {
        let message = "no method of this block is a tool; put `#[tool]` on those that are";
        errors.push(syn::Error::new_spanned(&block.self_type, message));
    }
    for attribute in block.unmarked().flat_map(|function| &function.attributes) {
        if hidden(attribute).is_some_and(|meta| is_tool(meta.path())) {
            let message = "`#[tool]` behind `cfg_attr` is not known here; write it plainly, and `#[cfg]` on the method";
            errors.push(syn::Error::new_spanned(attribute.path(), message));
        }
    }
    for (function, mark) in block.marked() {
        let mut faults = Errors::default();
        let mut mark = read_mark(mark, &mut faults);
        mark.core = mark.core.or_else(|| attribute.core.clone());
        let Some(tool) = errors.take(Tool::new(Place::Method, mark, function, faults)) else {
            continue;
        };
        let name = tool.name.to_string();
        let twin = tools
            .iter()
            .find(|earlier| earlier.name.to_string() == name && earlier.cfgs.is_empty());
        if let Some(twin) = twin.filter(|_| tool.cfgs.is_empty()) {
            let message = format!(
                "two tools of this block are called {name}; rename one with `#[tool(name = \"...\")]`"
            );
            errors.push(syn::Error::new_spanned(tool.ident, message));
            errors.push(syn::Error::new_spanned(
                twin.ident,
                format!("the other tool that is called {name}"),
            ));
        }
        tools.push(tool);
    }
    tools
}

/// Refuses attributes of ours that do not belong on the function. A method has one mark.
fn misplaced(place: Place, marks: &[Attribute], errors: &mut Errors) {
    let is_tool = |mark: &&Attribute| !mark.path().is_ident("arg");
    let expected = usize::from(place == Place::Method);
    for mark in marks.iter().filter(is_tool).skip(expected) {
        errors.push(syn::Error::new_spanned(
            mark.path(),
            "`#[tool]` is there twice; put all keys into one",
        ));
    }
    for mark in marks.iter().filter(|mark| !is_tool(mark)) {
        let message = "`#[arg]` goes on a parameter; put it before the parameter's name";
        errors.push(syn::Error::new_spanned(mark.path(), message));
    }
}

fn qualifiers(signature: &Signature, errors: &mut Errors) {
    if let syn::Safety::Unsafe(token) = &signature.safety {
        let message = "a tool cannot be `unsafe`: a client decides when it is called; check what must hold in a safe function";
        errors.push(syn::Error::new_spanned(token, message));
    }
    if let Some(abi) = &signature.abi {
        errors.push(syn::Error::new_spanned(
            abi,
            "a tool is a Rust function; remove the ABI",
        ));
    }
    if let Some(parameter) = signature.generics.params.first() {
        let message = match parameter {
            GenericParam::Lifetime(_) => {
                "a tool has no lifetime parameter; remove it, and write `&str` or an owned type"
            }
            GenericParam::Type(_) | GenericParam::Const(_) => {
                "a tool cannot be generic, since a client sends plain JSON; write the type out"
            }
        };
        errors.push(syn::Error::new_spanned(&signature.generics.params, message));
    }
}

/// Refuses `blocking` where nothing blocks, and a `timeout` that could not be kept.
fn pace(attribute: &ToolAttribute, signature: &Signature, errors: &mut Errors) {
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
fn receiver(place: Place, signature: &Signature) -> syn::Result<()> {
    match (place, signature.receiver()) {
        (Place::Free, None) => Ok(()),
        (Place::Free, Some(receiver)) => Err(syn::Error::new_spanned(
            receiver,
            "a tool with `self` is a method; put `#[tool]` on its impl block too",
        )),
        (Place::Method, Some(receiver)) if is_shared(receiver) => Ok(()),
        (Place::Method, Some(receiver)) if matches!(receiver.kind, ReceiverKind::Typed(..)) => {
            Err(syn::Error::new_spanned(
                receiver,
                "a tool takes `&self`; write it so, an `Arc` of the value can be given too",
            ))
        }
        (Place::Method, Some(receiver)) => Err(syn::Error::new_spanned(
            receiver,
            "calls run beside each other, so a tool takes `&self`; put what changes behind a lock or an atomic",
        )),
        (Place::Method, None) => Err(syn::Error::new_spanned(
            &signature.ident,
            "a tool in an impl block takes `&self`; move it out of the block if it needs none",
        )),
    }
}

/// Whether the receiver is `&self`.
fn is_shared(receiver: &Receiver) -> bool {
    matches!(receiver.kind, ReceiverKind::Reference(_, _, None))
}

/// Refuses a function beside which a type of its name would hide a crate that derives name.
fn beside(ident: &Ident) -> syn::Result<()> {
    const CRATES: &[&str] = &["alloc", "core", "mcp_core", "schemars", "serde", "std"];
    if !CRATES.iter().any(|name| ident == name) {
        return Ok(());
    }
    let message = format!(
        "beside a tool stands a type of its name, which would hide the crate `{ident}`; call the function otherwise and the tool with `#[tool(name = \"{ident}\")]`"
    );
    Err(syn::Error::new_spanned(ident, message))
}

/// The function's own name, for the wire.
fn own_name(ident: &Ident) -> syn::Result<TokenStream> {
    let name = ident.unraw().to_string();
    legal(&name, ident)?;
    Ok(name.to_token_stream())
}

/// A name given by the user. One that is no literal is checked where it is listed.
fn written_name(name: &Expr) -> syn::Result<TokenStream> {
    if let Expr::Lit(literal) = name {
        match &literal.lit {
            Lit::Str(text) => legal(&text.value(), text)?,
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

/// Whether every client takes this as a tool's name.
pub(crate) fn is_legal(name: &str) -> bool {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    (1..=64).contains(&name.len()) && name.chars().all(is_legal)
}

fn legal(name: &str, at: &impl ToTokens) -> syn::Result<()> {
    if is_legal(name) {
        return Ok(());
    }
    let message = format!(
        "`{name}` cannot be a tool's name, which is 1 to 64 of `A-Z a-z 0-9 _ . -`; set another with `#[tool(name = \"...\")]`"
    );
    Err(syn::Error::new_spanned(at, message))
}

fn parameters<'a>(
    signature: &'a Signature,
    docs: &Docs,
    errors: &mut Errors,
) -> Vec<Parameter<'a>> {
    let mut parameters: Vec<Parameter<'a>> = Vec::new();
    for input in &signature.inputs {
        if let FnArg::Typed(input) = input {
            parameters.extend(Parameter::new(input, docs, errors));
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

fn output(signature: &Signature, errors: &mut Errors) -> (TokenStream, Span) {
    let ty = match &signature.output {
        ReturnType::Default => return (quote::quote!(()), signature.ident.span()),
        ReturnType::Type(_, ty) => ty,
    };
    if let Some(nameless) = nameless(ty) {
        let message = "a tool's return type needs a name, which its result is made from; write it instead of `impl`";
        errors.push(syn::Error::new_spanned(nameless, message));
    }
    if let Some(reference) = lent_result(signature, ty) {
        let (owned, borrowed) = (owned_form(reference), source(reference));
        let message = format!(
            "a tool's result outlives its arguments; return `{owned}` instead of `{borrowed}`"
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
