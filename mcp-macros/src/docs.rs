//! Doc comments as text for the model.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// The documentation in `attributes` as a constant expression; `None` if there is none.
///
/// Each line loses the one space that follows `///`, and blank lines at both ends go; everything
/// else stays, since paragraphs, lists and code mean something. Other attributes may stand
/// between the comments.
pub(crate) fn description(attributes: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = attributes.iter().filter_map(doc).collect();
    let texts: Option<Vec<String>> = lines.iter().map(|line| literal(line)).collect();
    match texts {
        Some(texts) => {
            let text = tidy(&texts.join("\n"));
            (!text.is_empty()).then(|| text.to_token_stream())
        }
        None => Some(concatenated(&lines)),
    }
}

fn doc(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        _ => None,
    }
}

fn literal(line: &Expr) -> Option<String> {
    match line {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end())
        .collect();
    let is_text = |line: &&str| !line.is_empty();
    let start = lines.iter().position(is_text).unwrap_or(lines.len());
    let end = lines
        .iter()
        .rposition(is_text)
        .map_or(start, |last| last + 1);
    lines[start..end].join("\n")
}

/// Documentation of which a part is known to the compiler only, as in
/// `#[doc = include_str!("tool.md")]`.
fn concatenated(lines: &[&Expr]) -> TokenStream {
    let is_literal = |line: &&Expr| literal(line).is_some();
    let runs = lines.chunk_by(|a, b| is_literal(a) && is_literal(b));
    let parts = runs.filter_map(|run| {
        let texts: Option<Vec<String>> = run.iter().map(|line| literal(line)).collect();
        match texts {
            Some(texts) => Some(tidy(&texts.join("\n")))
                .filter(|text| !text.is_empty())
                .map(ToTokens::into_token_stream),
            None => run.first().map(ToTokens::to_token_stream),
        }
    });
    let parts: Vec<TokenStream> = parts.collect();
    let (first, rest) = parts
        .split_first()
        .expect("a run for the part that is no literal");
    quote!(::core::concat!(#first #(, "\n", #rest)*))
}
