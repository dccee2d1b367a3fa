//! `#[data]`: the derives of a type that travels as JSON, and serde's defaults for models.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Fields, Meta, Path, Token, Variant, parse_quote};

use crate::entry::entries;
use crate::errors::Errors;
use crate::expand::core_path;

/// What `#[data(...)]` says.
struct DataAttribute {
    /// Whether a tool takes the type.
    input: bool,
    /// Whether a tool returns it.
    output: bool,
    core: Option<Path>,
}

impl DataAttribute {
    const KEYS: &'static [&'static str] = &["input", "output", "crate"];

    fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let (mut input, mut output, mut core) = (false, false, None);
        for entry in entries(tokens, Self::KEYS, errors) {
            match entry.key.to_string().as_str() {
                "input" => input = errors.take(entry.flag()).unwrap_or_default(),
                "output" => output = errors.take(entry.flag()).unwrap_or_default(),
                _ => core = errors.take(entry.path()),
            }
        }
        let both = input == output;
        Self {
            input: input || both,
            output: output || both,
            core,
        }
    }
}

/// The type with its derives. One with a mistake stays, so that no error follows about its absence.
pub(crate) fn expand(attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attribute = DataAttribute::parse(attribute, &mut errors);
    let item = match syn::parse2::<DeriveInput>(item.clone()) {
        Ok(mut input) if !matches!(input.data, Data::Union(_)) => {
            let derives = derives(&attribute, &input);
            keep_order(&mut input);
            quote!(#derives #input)
        }
        _ => {
            let message = "`#[data]` goes on a struct or an enum; put it there, or remove it";
            let first = item.clone().into_iter().next();
            errors.push(syn::Error::new_spanned(first, message));
            item.clone()
        }
    };
    let errors = errors.finish().err().map(syn::Error::into_compile_error);
    quote!(#item #errors)
}

/// A type with all that `#[data]` adds.
pub(crate) fn travels(core: Option<Path>, mut input: DeriveInput) -> TokenStream {
    let attribute = DataAttribute {
        input: true,
        output: true,
        core,
    };
    let derives = derives(&attribute, &input);
    keep_order(&mut input);
    quote!(#derives #input)
}

fn derives(attribute: &DataAttribute, input: &DeriveInput) -> TokenStream {
    let core = core_path(attribute.core.as_ref());
    let serde = quote!(#core::__private::serde);
    let schemars = quote!(#core::schemars);
    let there = derived(&input.attrs);
    let wanted = [
        (attribute.output, &serde, "Serialize"),
        (attribute.input, &serde, "Deserialize"),
        (true, &schemars, "JsonSchema"),
    ];
    let derives = wanted.into_iter().filter_map(|(is_wanted, from, name)| {
        let is_missing = !there.iter().any(|there| there == name);
        let name = syn::Ident::new(name, proc_macro2::Span::call_site());
        (is_wanted && is_missing).then(|| quote!(#from::#name))
    });
    let (serde, schemars) = (source(&serde), source(&schemars));
    let defaults = defaults(input);
    quote! {
        #[derive(#(#derives),*)]
        #[serde(crate = #serde #(, #defaults)*)]
        #[schemars(crate = #schemars)]
    }
}

/// A path as serde and schemars want it, in a string.
fn source(path: &TokenStream) -> String {
    path.to_string().replace(' ', "")
}

/// What models read most easily, unless the author has said otherwise: names of variants in
/// `snake_case`, and data in variants beside the variant's name, under `type`.
fn defaults(input: &DeriveInput) -> Vec<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Vec::new();
    };
    let said = said(&input.attrs);
    let says = |key: &str| said.iter().any(|said| said == key);
    let has = |is_kind: fn(&Fields) -> bool| data.variants.iter().any(|v| is_kind(&v.fields));
    let is_represented = ["tag", "content", "untagged"].into_iter().any(says);
    let is_tagged = has(|fields| matches!(fields, Fields::Named(_)))
        && !has(|fields| matches!(fields, Fields::Unnamed(_)));
    let renamed = (!says("rename_all")).then(|| quote!(rename_all = "snake_case"));
    let tagged = (is_tagged && !is_represented).then(|| quote!(tag = "type"));
    renamed.into_iter().chain(tagged).collect()
}

/// schemars lists the names that nothing is said about before all others. With an empty description
/// they keep their places.
fn keep_order(input: &mut DeriveInput) {
    const TELLING: [&str; 4] = ["doc", "schemars", "deprecated", "cfg_attr"];

    let Data::Enum(data) = &mut input.data else {
        return;
    };
    let is_plain = |variant: &Variant| {
        let mut paths = variant.attrs.iter().map(Attribute::path);
        !paths.any(|path| TELLING.iter().any(|telling| path.is_ident(telling)))
    };
    let is_list = data
        .variants
        .iter()
        .all(|v| matches!(v.fields, Fields::Unit));
    if !is_list || data.variants.iter().all(is_plain) {
        return;
    }
    for variant in data.variants.iter_mut().filter(|variant| is_plain(variant)) {
        let nothing = parse_quote!(#[schemars(description = "")]);
        variant.attrs.push(nothing);
    }
}

/// The traits that the author derives.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let lists = metas(attributes, "derive");
    let last = |meta: &Meta| {
        meta.path()
            .segments
            .last()
            .map(|last| last.ident.to_string())
    };
    lists.iter().filter_map(last).collect()
}

/// The keys of the author's `#[serde(...)]`.
fn said(attributes: &[Attribute]) -> Vec<String> {
    let lists = metas(attributes, "serde");
    let key = |meta: &Meta| meta.path().to_token_stream().to_string();
    lists.iter().map(key).collect()
}

/// The entries of all attributes of one name. A list that is none is reported by its owner.
fn metas(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    let lists = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident(name) => Some(list.tokens.clone()),
            _ => None,
        });
    let parse = |tokens| Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
    lists
        .filter_map(|tokens| parse(tokens).ok())
        .flatten()
        .collect()
}
