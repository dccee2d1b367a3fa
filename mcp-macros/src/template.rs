//! The URI of a resource, or the template of many: taken apart, and refused if URIs could not be.
//!
//! Of RFC 6570, what can be told from a URI again is taken: `{variable}` of level 1, `{+variable}`
//! of level 2, and `{?variables}` of level 3 at the end.

use syn::{Expr, ExprLit, Lit, LitStr};

/// A legal URI or template.
pub(crate) struct Template {
    pub(crate) text: LitStr,
    /// Empty if it is a URI.
    pub(crate) parts: Vec<Part>,
}

pub(crate) enum Part {
    Text(String),
    Segment(String),
    Rest(String),
    Query(Vec<String>),
}

impl Template {
    pub(crate) fn parse(uri: &Expr) -> syn::Result<Self> {
        let Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) = uri
        else {
            let message =
                "a resource's URI is a string literal, as in `#[resource(\"shop://catalog\")]`";
            return Err(syn::Error::new_spanned(uri, message));
        };
        let fault = |message: String| syn::Error::new_spanned(text, message);
        let value = text.value();
        scheme(&value).map_err(fault)?;
        let mut parts = parts(&value).map_err(fault)?;
        let is_text = |part: &Part| matches!(part, Part::Text(_));
        if parts.iter().all(is_text) {
            parts.clear();
        }
        Ok(Self {
            text: text.clone(),
            parts,
        })
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Text(_) => &[],
                Part::Segment(name) | Part::Rest(name) => std::slice::from_ref(name),
                Part::Query(names) => names.as_slice(),
            })
            .map(String::as_str)
    }
}

/// Refuses what begins as no URI does, and what clients fetch by themselves.
fn scheme(uri: &str) -> Result<(), String> {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let scheme = uri.split_once(':').map(|(scheme, _)| scheme);
    match scheme {
        Some(scheme) if is_fetched(scheme) => Err("clients fetch `https:` by themselves and do not ask the server; give the resource a scheme of your own, as in `shop://catalog`, or return a `ResourceLink` from a tool".to_owned()),
        Some(scheme)
            if scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(is_legal) =>
        {
            Ok(())
        }
        _ => Err(format!(
            "`{uri}` is no URI, which begins with a scheme, as in `shop://catalog`"
        )),
    }
}

/// Whether clients fetch what has such a URI without a server like this.
fn is_fetched(scheme: &str) -> bool {
    ["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known))
}

fn parts(template: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (expression, after) = after
            .split_once('}')
            .ok_or("a `{` of the template is not closed; add `}`")?;
        if !before.is_empty() {
            parts.push(Part::Text(literal(before)?));
        }
        let part = variable(expression)?;
        let follows_variable = before.is_empty() && !matches!(part, Part::Query(_));
        if follows_variable && !parts.is_empty() {
            return Err(format!(
                "nobody could tell where a variable ends before `{{{expression}}}`; put a `/` between them"
            ));
        }
        if matches!(part, Part::Query(_)) && !after.is_empty() {
            return Err(format!(
                "`{{{expression}}}` stands at the end of a template"
            ));
        }
        parts.push(part);
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(literal(rest)?));
    }
    no_twins(&parts)?;
    Ok(parts)
}

/// Refuses characters that stand in no URI.
fn literal(text: &str) -> Result<String, String> {
    let is_legal = |c: char| c.is_ascii_graphic() && !"{}\"<>\\^`|".contains(c);
    match text.chars().find(|c| !is_legal(*c)) {
        None => Ok(text.to_owned()),
        Some('}') => Err("a `}` of the template closes nothing; remove it".to_owned()),
        Some(illegal) => {
            let bytes = illegal.to_string().into_bytes();
            let encoded: Vec<_> = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
            let encoded = encoded.concat();
            Err(format!(
                "`{illegal}` does not stand in a URI; write `{encoded}`"
            ))
        }
    }
}

/// What stands between braces.
fn variable(expression: &str) -> Result<Part, String> {
    let operator = expression
        .chars()
        .next()
        .filter(|c| !c.is_ascii_alphanumeric() && *c != '_');
    let names = &expression[operator.map_or(0, char::len_utf8)..];
    let names: Vec<String> = names.split(',').map(str::to_owned).collect();
    let is_name = |name: &String| {
        let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        !name.is_empty() && name.chars().all(is_legal)
    };
    if let Some(name) = names.iter().find(|name| !is_name(name)) {
        return Err(match name.split_once(['*', ':']) {
            Some((bare, _)) => format!(
                "`{{{expression}}}` is of level 4 of RFC 6570, which is not taken; write `{{{bare}}}`"
            ),
            None => format!("`{{{expression}}}` names no variable; write a name, as in `{{id}}`"),
        });
    }
    match (operator, names.as_slice()) {
        (None, [name]) => Ok(Part::Segment(name.clone())),
        (Some('+'), [name]) => Ok(Part::Rest(name.clone())),
        (Some('?'), _) => Ok(Part::Query(names)),
        (None | Some('+'), _) => Err(format!(
            "`{{{expression}}}` is of several variables, which is not taken; write one in each pair of braces"
        )),
        (Some('/'), _) => Err(format!(
            "`{{{expression}}}` is of level 3 of RFC 6570, of which only `{{?query}}` is taken; write `/{{{}}}`",
            names.join("}/{")
        )),
        (Some(operator), _) => Err(format!(
            "the operator `{operator}` of RFC 6570 is not taken; write `{{variable}}`, `{{+variable}}` for one with slashes, or `{{?variables}}` at the end"
        )),
    }
}

/// Refuses a variable that stands there twice, and a second one with slashes.
fn no_twins(parts: &[Part]) -> Result<(), String> {
    let mut seen: Vec<&str> = Vec::new();
    let mut rests = 0;
    for part in parts {
        let names = match part {
            Part::Text(_) => continue,
            Part::Segment(name) => std::slice::from_ref(name),
            Part::Rest(name) => {
                rests += 1;
                std::slice::from_ref(name)
            }
            Part::Query(names) => names,
        };
        for name in names {
            if seen.contains(&name.as_str()) {
                return Err(format!("`{name}` stands twice in the template; rename one"));
            }
            seen.push(name);
        }
    }
    match rests {
        0 | 1 => Ok(()),
        _ => Err("nobody could tell two `{+variables}` apart; write one".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use quote::quote;

    use super::*;

    fn parsed(text: &str) -> syn::Result<Template> {
        Template::parse(&syn::parse2(quote!(#text))?)
    }

    /// A template as it was written.
    fn written(template: &Template) -> String {
        let written = template.parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Segment(name) => format!("{{{name}}}"),
            Part::Rest(name) => format!("{{+{name}}}"),
            Part::Query(names) => format!("{{?{}}}", names.join(",")),
        });
        written.collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Texts put together of what templates are made of.
        #[test]
        fn a_template_is_taken_apart_without_loss_or_refused(
            pieces in prop::collection::vec(
                prop_oneof![
                    6 => select(vec![
                        "x:", "x://", "a", "/", "{", "}", "{a}", "{b}", "{+c}", "{?d,e}", "+", "?",
                        ",", "*", ":3", "#", "&", ".", "-", "%20", "é", " ", "_", "{é", "{+}",
                    ]).prop_map(str::to_owned),
                    1 => ".{0,4}",
                ],
                0..8,
            ),
        ) {
            let text = pieces.concat();
            match parsed(&text) {
                Ok(template) if template.parts.is_empty() => {
                    prop_assert!(!text.contains(['{', '}']), "{}", text);
                }
                Ok(template) => prop_assert_eq!(written(&template), text),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
