//! `#[form]`: a flat type that a user fills in, held to what a form can show.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, Fields, Path, Variant};

use crate::data::travels;
use crate::entry::entries;
use crate::errors::Errors;
use crate::expand::core_path;

/// The type with its derives, and what it is in a form. One with a mistake stays, so that no error
/// follows about its absence.
pub(crate) fn expand(attribute: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let core = crate_key(attribute, &mut errors);
    let Some(input) =
        errors.take(syn::parse2::<DeriveInput>(item.clone()).map_err(misplaced(item)))
    else {
        let errors = errors.finish().err().map(Error::into_compile_error);
        return quote!(#item #errors);
    };
    let role = errors.take(role(core.as_ref(), &input));
    let input = travels(core, input);
    let errors = errors.finish().err().map(Error::into_compile_error);
    quote!(#input #role #errors)
}

fn crate_key(attribute: TokenStream, errors: &mut Errors) -> Option<Path> {
    let mut core = None;
    for entry in entries(attribute, &["crate"], errors) {
        core = errors.take(entry.path());
    }
    core
}

fn misplaced(item: &TokenStream) -> impl Fn(Error) -> Error {
    let first = item.clone().into_iter().next();
    move |_| {
        let message = "`#[form]` goes on a struct or an enum; put it there, or remove it";
        Error::new_spanned(&first, message)
    }
}

/// What the type is in a form: the form itself, or a choice in one.
fn role(core: Option<&Path>, input: &DeriveInput) -> syn::Result<TokenStream> {
    let core = core_path(core);
    let name = &input.ident;
    if !input.generics.params.is_empty() {
        let message = "a form has no type parameters; write the types of its fields out";
        return Err(Error::new_spanned(&input.generics, message));
    }
    match &input.data {
        Data::Struct(data) => {
            let fields = fields(input, &data.fields)?;
            let checks = fields
                .into_iter()
                .map(|Field { ty, .. }| quote_spanned!(ty.span()=> field::<#ty>();));
            Ok(quote! {
                impl #core::Form for #name {}
                const _: () = {
                    const fn field<T: #core::FormField>() {}
                    #(#checks)*
                };
            })
        }
        Data::Enum(data) => {
            data.variants.iter().try_for_each(plain)?;
            Ok(quote! {
                impl #core::FormField for #name {}
                impl #core::Choice for #name {}
            })
        }
        Data::Union(data) => {
            let message = "a form is a struct, and a choice in it an enum";
            Err(Error::new_spanned(data.union_token, message))
        }
    }
}

fn fields<'a>(
    input: &DeriveInput,
    fields: &'a Fields,
) -> syn::Result<impl IntoIterator<Item = &'a Field>> {
    match fields {
        Fields::Named(fields) if !fields.named.is_empty() => Ok(&fields.named),
        Fields::Named(_) | Fields::Unit => {
            let message =
                "there is nothing to fill in; add a field, or ask with `ctx.confirm(...)`";
            Err(Error::new_spanned(&input.ident, message))
        }
        Fields::Unnamed(fields) => {
            let message = "the fields of a form have names, which the user sees; write `struct Name { field: Type }`";
            Err(Error::new_spanned(fields.to_token_stream(), message))
        }
    }
}

fn plain(variant: &Variant) -> syn::Result<()> {
    match variant.fields {
        Fields::Unit => Ok(()),
        _ => {
            let message = "a choice has no fields of its own; make them fields of the form";
            Err(Error::new_spanned(&variant.fields, message))
        }
    }
}
