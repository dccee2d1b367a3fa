//! Doc comments as text for the model.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Lit, Meta, Token};

use crate::errors::Errors;
use crate::json;
use crate::kind::Kind;

/// What a doc comment says to a model.
#[derive(Default)]
pub(crate) struct Docs {
    /// The description, a constant expression.
    pub(crate) description: Option<TokenStream>,
    /// What an `# Arguments` list says, by name.
    arguments: Vec<(String, String)>,
    /// Arguments of calls, as JSON.
    pub(crate) examples: Vec<String>,
}

impl Docs {
    /// Reads the doc comments among `attributes`; others may stand between them.
    ///
    /// Each line loses the one space that follows `///`, and blank lines at both ends go. What
    /// rustdoc's sections tell Rust readers is left out, JSON under `# Examples` excepted;
    /// everything else stays, since paragraphs, lists and code mean something.
    pub(crate) fn read(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let lines: Vec<&Expr> = attributes.iter().filter_map(doc).collect();
        let texts: Option<Vec<String>> = lines.iter().map(|line| literal(line)).collect();
        let Some(texts) = texts else {
            return Self {
                description: Some(concatenated(&lines)),
                ..Self::default()
            };
        };
        let sections = sections(&texts.join("\n"));
        let description = tidy(&sections.description);
        let places: Vec<Span> = lines
            .iter()
            .zip(&texts)
            .flat_map(|(line, text)| text.split('\n').map(|_| line.span()))
            .collect();
        let examples = blocks(&sections.examples).into_iter();
        Self {
            description: (!description.is_empty()).then(|| description.into_token_stream()),
            arguments: listed(&sections.arguments),
            examples: examples
                .filter_map(|block| errors.take(block.arguments(&places)))
                .collect(),
        }
    }

    /// What the `# Arguments` list says about an argument.
    pub(crate) fn argument(&self, name: &str) -> Option<TokenStream> {
        let (_, text) = self.arguments.iter().find(|(listed, _)| listed == name)?;
        Some(text.to_token_stream())
    }
}

/// Refuses documentation and keys that come and go: whether they do is decided after this.
pub(crate) fn conditional(attributes: &[Attribute], errors: &mut Errors) {
    for (attribute, meta) in attributes.iter().filter_map(|a| Some((a, hidden(a)?))) {
        let what = match meta {
            Meta::NameValue(_) => "documentation",
            _ => "an attribute of mcp-core's",
        };
        let message = format!(
            "{what} behind `cfg_attr` is not known here; write it plainly, or put `#[cfg]` on two versions of the function"
        );
        errors.push(syn::Error::new_spanned(attribute.path(), message));
    }
}

/// What a `cfg_attr` holds that is for this crate.
pub(crate) fn hidden(attribute: &Attribute) -> Option<Meta> {
    let list = match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => list,
        _ => return None,
    };
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    let metas = list.parse_args_with(parse).ok()?.into_iter().skip(1);
    let is_ours = |meta: &Meta| {
        let path = meta.path();
        path.is_ident("arg")
            || Kind::of(path).is_some()
            || matches!(meta, Meta::NameValue(_)) && path.is_ident("doc")
    };
    metas.into_iter().find(is_ours)
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
            Lit::Str(text) => Some(plain(&text.value())),
            _ => None,
        },
        _ => None,
    }
}

/// The lines of a `/** */` comment as they would stand after `///`: without the stars or the
/// spaces before all of them.
fn plain(text: &str) -> String {
    let Some((first, rest)) = text.split_once('\n') else {
        return text.to_owned();
    };
    let is_text = |line: &&str| !line.trim().is_empty();
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let lines = || rest.split('\n');
    let least = lines().filter(is_text).map(indent).min().unwrap_or(0);
    let has_stars = lines()
        .filter(is_text)
        .all(|line| indent(line) == least && line[least..].starts_with('*'));
    let rest = lines().map(|line| match line.get(least..) {
        None => String::new(),
        Some(line) if has_stars => line.strip_prefix('*').unwrap_or(line).to_owned(),
        Some(line) => format!(" {line}"),
    });
    let lines: Vec<String> = std::iter::once(first.to_owned()).chain(rest).collect();
    lines.join("\n")
}

/// A doc comment cut at its headings.
#[derive(Default)]
struct Sections {
    description: String,
    arguments: String,
    /// Lines, each with its number.
    examples: Vec<(usize, String)>,
}

/// The sections of rustdoc's that are not for models.
const FOR_RUST_READERS: &[&str] = &["panics", "errors", "examples", "example", "safety"];

fn sections(text: &str) -> Sections {
    let mut sections = Sections::default();
    let mut nowhere = String::new();
    let mut examples = Vec::new();
    // The level of the heading whose section is not part of the description, and its title.
    let mut open: Option<(usize, String)> = None;
    let mut in_code = false;
    for (number, line) in text.split('\n').enumerate() {
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
            Some((_, title)) => {
                if title.starts_with("example") {
                    examples.push((number, line.to_owned()));
                }
                &mut nowhere
            }
        };
        section.push_str(line);
        section.push('\n');
    }
    sections.examples = examples;
    sections
}

/// A block of JSON.
struct Block {
    /// The number of its first line.
    start: usize,
    json: String,
}

/// The blocks of JSON in an `# Examples` section.
fn blocks(lines: &[(usize, String)]) -> Vec<Block> {
    let mut blocks = Vec::new();
    // The block of code that is open, and whether it is JSON.
    let mut open: Option<(Block, bool)> = None;
    for (number, line) in lines {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => {
                blocks.extend(
                    open.take()
                        .filter(|(_, is_json)| *is_json)
                        .map(|(block, _)| block),
                );
            }
            (Some(info), None) => {
                let language = info.trim_start_matches('`').split([',', ' ']).next();
                let block = Block {
                    start: number + 1,
                    json: String::new(),
                };
                open = Some((block, language == Some("json")));
            }
            (None, Some((block, _))) => {
                block.json.push_str(line);
                block.json.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

impl Block {
    /// The arguments that it shows; `places` are those of all lines.
    fn arguments(self, places: &[Span]) -> syn::Result<String> {
        let place = |line: usize| {
            let span = places.get(line).or(places.last()).copied();
            span.unwrap_or_else(Span::call_site)
        };
        if let Some((at, expected)) = json::fault(&self.json) {
            let lines = self.json[..at].matches('\n').count();
            // What is missing at the end is so in the last line.
            let line = (self.start + lines).min(self.start + self.json.lines().count().max(1) - 1);
            let message = format!("the example is not JSON: expected {expected}");
            return Err(syn::Error::new(place(line), message));
        }
        let json = self.json.trim();
        if !json.starts_with('{') {
            let message =
                "a JSON example is the arguments of a call, an object: `{\"name\": \"value\"}`";
            return Err(syn::Error::new(place(self.start), message));
        }
        let lines: Vec<&str> = json.lines().map(str::trim).collect();
        Ok(lines.join(" "))
    }
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
    fn the_stars_and_spaces_before_all_lines_of_a_comment_go() {
        for (comment, text) in [
            (
                "*\n     * Adds.\n     *\n     *   - more\n     ",
                "*\n Adds.\n\n   - more\n",
            ),
            (
                "\n        Adds.\n\n          - more\n    ",
                "\n Adds.\n\n   - more\n",
            ),
            (" Adds.\n    Two.", " Adds.\n Two."),
            (" one line", " one line"),
        ] {
            assert_eq!(plain(comment), text);
        }
    }

    #[test]
    fn json_under_examples_is_found() {
        let text = " Adds.\n # Examples\n ```\n {}\n ```\n ```json\n {\n   \"a\": 1\n }\n ```\n # Panics\n ```json\n {}\n ```";
        let examples = sections(text).examples;
        let blocks = blocks(&examples);
        assert_eq!(blocks.len(), 1);
        assert_eq!(blocks[0].start, 6);
        assert_eq!(blocks[0].json, " {\n   \"a\": 1\n }\n");
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
