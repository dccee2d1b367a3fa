//! The regular expressions of a schema.
//!
//! Schemas mean those of JavaScript, with its flag `u`. What is taken here is the part of them that
//! matches in linear time: no look-around and no back references. `\d` and `\w` are ASCII, as they
//! are there, and so is `\s`. What only Rust's expressions have is refused: a client could not read
//! the schema.

#[cfg(feature = "pattern")]
use std::collections::HashMap;

/// Compiled expressions, by their text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    #[cfg(feature = "pattern")]
    compiled: HashMap<String, regex_lite::Regex>,
}

impl Patterns {
    /// Adds an expression.
    ///
    /// # Errors
    /// Why it cannot be held to.
    #[cfg(feature = "pattern")]
    pub(crate) fn add(&mut self, pattern: &str) -> Result<(), String> {
        if let Some(foreign) = foreign(pattern) {
            return Err(format!(
                "`{foreign}` is not in JavaScript's regular expressions, which schemas are written in"
            ));
        }
        let compiled = regex_lite::Regex::new(pattern).map_err(|error| error.to_string())?;
        self.compiled.insert(pattern.to_owned(), compiled);
        Ok(())
    }

    #[cfg(not(feature = "pattern"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn add(&mut self, _: &str) -> Result<(), String> {
        Err("that needs the feature `pattern` of mcp-core".to_owned())
    }

    /// Whether a text holds a match. One that was not added is held to nothing.
    #[cfg(feature = "pattern")]
    pub(crate) fn match_in(&self, pattern: &str, text: &str) -> bool {
        let compiled = self.compiled.get(pattern);
        compiled.is_none_or(|compiled| compiled.is_match(text))
    }

    #[cfg(not(feature = "pattern"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn match_in(&self, _: &str, _: &str) -> bool {
        true
    }
}

/// What stands before a place in an expression, as far as it may be repeated.
#[cfg(feature = "pattern")]
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Atom,
    /// Which a `?` makes lazy.
    Quantifier,
    /// A place between characters, or a lazy quantifier.
    Nothing,
}

/// The first piece of an expression that JavaScript does not have, or takes for something else.
#[cfg(feature = "pattern")]
fn foreign(pattern: &str) -> Option<&str> {
    let mut rest = pattern;
    let mut is_class = false;
    let mut before = Before::Nothing;
    while let Some(first) = rest.chars().next() {
        let is_quantifier = !is_class && matches!(first, '*' | '+' | '?' | '{');
        let length = match (first, before) {
            ('\\', _) => escape(rest, is_class),
            _ if is_class => class(first, rest),
            ('?', Before::Quantifier) => Ok(1),
            _ if is_quantifier && before != Before::Atom => Err(&rest[..1]),
            ('{', _) => count(rest),
            ('[', _) => bracket(rest),
            ('(', _) => group(rest),
            (']' | '}', _) => Err(&rest[..1]),
            _ => Ok(first.len_utf8()),
        };
        let length = match length {
            Ok(length) => length,
            Err(foreign) => return Some(foreign),
        };
        is_class = (is_class || first == '[') && first != ']';
        before = match &rest[..length] {
            "?" if before == Before::Quantifier => Before::Nothing,
            _ if is_quantifier => Before::Quantifier,
            "^" | "$" | r"\b" | r"\B" if !is_class => Before::Nothing,
            _ => Before::Atom,
        };
        rest = &rest[length..];
    }
    None
}

/// The length of a character in a class. Rust has classes in classes.
#[cfg(feature = "pattern")]
fn class(first: char, rest: &str) -> Result<usize, &str> {
    match first {
        '[' => Err(&rest[..1]),
        first => Ok(first.len_utf8()),
    }
}

/// The length of an escape.
#[cfg(feature = "pattern")]
fn escape(rest: &str, is_class: bool) -> Result<usize, &str> {
    let next = rest[1..].chars().next();
    let length = 1 + next.map_or(0, char::len_utf8);
    let follows = |text: &str| rest[length..].starts_with(text);
    let is_known = next.is_some_and(|next| match next {
        'b' | 'B' => !is_class && !follows("{"),
        'x' => !follows("{"),
        // A class is no end of a range.
        'd' | 'D' | 'w' | 'W' | 's' | 'S' => !is_class || !follows("-") || follows("-]"),
        '-' => is_class,
        next => "tnrfvu^$\\.*+?()[]{}|/".contains(next),
    });
    match is_known {
        true => Ok(length),
        false => Err(&rest[..length]),
    }
}

/// The length of what begins a class. In Rust a `]` may come first and is one of its characters.
#[cfg(feature = "pattern")]
fn bracket(rest: &str) -> Result<usize, &str> {
    let length = if rest.starts_with("[^") { 2 } else { 1 };
    match rest[length..].starts_with(']') {
        true => Err(&rest[..=length]),
        false => Ok(length),
    }
}

/// The length of what begins a group.
#[cfg(feature = "pattern")]
fn group(rest: &str) -> Result<usize, &str> {
    match rest.strip_prefix("(?") {
        None => Ok(1),
        Some(kind) if kind.starts_with([':', '<']) => Ok(2),
        Some(kind) => Err(&rest[..2 + kind.chars().next().map_or(0, char::len_utf8)]),
    }
}

/// The length of a number of repetitions.
#[cfg(feature = "pattern")]
fn count(rest: &str) -> Result<usize, &str> {
    let end = rest.find('}').map_or(rest.len(), |end| end + 1);
    let inner = rest[1..end].trim_end_matches('}');
    let (least, most) = inner.split_once(',').unwrap_or((inner, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match !least.is_empty() && is_number(least) && is_number(most) {
        true => Ok(end),
        false => Err(&rest[..end]),
    }
}

#[cfg(all(test, feature = "pattern"))]
mod tests {
    use super::*;

    #[test]
    fn what_javascript_reads_too_is_taken() {
        for pattern in [
            "^[a-z]+$",
            r"^\d{4}-\d{2}(?:-\d{2,})?$",
            r"[\w\-.]+@[^\s@]+\.\w{2,3}",
            r"(?<year>\d{4})|\u00e9|\x41|\/|[\]\[]",
            "a*?b+?c??d{2}?",
            "^é😀$",
        ] {
            assert_eq!(foreign(pattern), None, "{pattern}");
            assert_eq!(Patterns::default().add(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn what_only_rust_reads_is_refused() {
        for (pattern, piece) in [
            (r"\Aa", r"\A"),
            (r"a\z", r"\z"),
            ("(?i)a", "(?i"),
            ("(?P<a>b)", "(?P"),
            ("[[:alpha:]]", "["),
            (r"\x{41}", r"\x"),
            (r"\b{start}a", r"\b"),
            (r"a\-b", r"\-"),
            (r"[\w-z]", r"\w"),
            ("[]a]", "[]"),
            ("[^]a]", "[^]"),
            ("a]", "]"),
            ("a{1, 3}", "{1, 3}"),
            ("a++", "+"),
            ("^*", "*"),
            (r"\é", r"\é"),
        ] {
            assert_eq!(foreign(pattern), Some(piece), "{pattern}");
        }
    }
}
