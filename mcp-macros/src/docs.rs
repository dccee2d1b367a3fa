//! Doc comments as text for the model.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, Lit, Meta};

/// What a doc comment says to a model.
#[derive(Default)]
pub(crate) struct Docs {
    /// The description, a constant expression.
    pub(crate) description: Option<TokenStream>,
    /// What an `# Arguments` list says, by name.
    arguments: Vec<(String, String)>,
}

impl Docs {
    /// Reads the doc comments among `attributes`; others may stand between them.
    ///
    /// Each line loses the one space that follows `///`, and blank lines at both ends go. What
    /// rustdoc's sections tell Rust readers is left out; everything else stays, since paragraphs,
    /// lists and code mean something.
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let lines: Vec<&Expr> = attributes.iter().filter_map(doc).collect();
        let texts: Option<Vec<String>> = lines.iter().map(|line| literal(line)).collect();
        let Some(texts) = texts else {
            return Self {
                description: Some(concatenated(&lines)),
                arguments: Vec::new(),
            };
        };
        let sections = sections(&texts.join("\n"));
        let description = tidy(&sections.description);
        Self {
            description: (!description.is_empty()).then(|| description.into_token_stream()),
            arguments: listed(&sections.arguments),
        }
    }

    /// What the `# Arguments` list says about an argument.
    pub(crate) fn argument(&self, name: &str) -> Option<TokenStream> {
        let (_, text) = self.arguments.iter().find(|(listed, _)| listed == name)?;
        Some(text.to_token_stream())
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

/// A doc comment cut at its headings.
#[derive(Default)]
struct Sections {
    description: String,
    arguments: String,
}

/// The sections of rustdoc's that are not for models.
const FOR_RUST_READERS: &[&str] = &["panics", "errors", "examples", "example", "safety"];

fn sections(text: &str) -> Sections {
    let mut sections = Sections::default();
    let mut nowhere = String::new();
    // The level of the heading whose section is not part of the description, and its title.
    let mut open: Option<(usize, String)> = None;
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        if let Some((level, title)) = heading(line).filter(|_| !in_code) {
            let ends = open.as_ref().is_none_or(|(opened, _)| level <= *opened);
            if ends {
                let is_other = title == "arguments" || FOR_RUST_READERS.contains(&title.as_str());
                open = is_other.then_some((level, title));
                if is_other {
                    continue;
                }
            }
        }
        let section = match &open {
            None => &mut sections.description,
            Some((_, title)) if title == "arguments" => &mut sections.arguments,
            Some(_) => &mut nowhere,
        };
        section.push_str(line);
        section.push('\n');
    }
    sections
}

/// The level and the title of a markdown heading.
fn heading(line: &str) -> Option<(usize, String)> {
    let line = line.trim_start();
    let level = line.len() - line.trim_start_matches('#').len();
    let title = line[level..].strip_prefix(' ')?;
    (level > 0).then(|| (level, title.trim().to_lowercase()))
}

/// The entries of a list such as ``* `name` - what it is``, with the lines that go on below.
fn listed(text: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (entry(line), entries.last_mut()) {
            (Some(entry), _) => entries.push(entry),
            (None, Some((_, text))) => {
                text.push(' ');
                text.push_str(line);
            }
            (None, None) => {}
        }
    }
    entries
}

fn entry(line: &str) -> Option<(String, String)> {
    let item = line
        .strip_prefix("* ")
        .or_else(|| line.strip_prefix("- "))?;
    let (name, text) = item.split_once([':', ' '])?;
    let name = name.trim_matches(['`', '*']);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let text = text
        .trim_start()
        .trim_start_matches([':', '-', '–', '—'])
        .trim_start();
    is_name.then(|| (name.to_owned(), text.to_owned()))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<(String, String)>) {
        let sections = sections(text);
        (tidy(&sections.description), listed(&sections.arguments))
    }

    #[test]
    fn sections_for_rust_readers_are_left_out() {
        let text = " Removes.\n\n # Errors\n When gone.\n ## More\n x\n # Notes\n\n   - kept\n # Panics\n no";
        assert_eq!(read(text).0, "Removes.\n\n# Notes\n\n  - kept");
    }

    #[test]
    fn a_heading_in_code_is_code() {
        let text = " ```sh\n # Errors\n ```";
        assert_eq!(read(text).0, "```sh\n# Errors\n```");
    }

    #[test]
    fn an_arguments_list_says_what_each_is() {
        let text = " Adds.\n\n # Arguments\n\n * `a` - first\n   addend\n - `b`: second\n * c: third\n - **d** - fourth\n";
        let (description, arguments) = read(text);
        assert_eq!(description, "Adds.");
        assert_eq!(
            arguments,
            [
                ("a", "first addend"),
                ("b", "second"),
                ("c", "third"),
                ("d", "fourth")
            ]
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
        );
    }
}
