//! Repairs what models get wrong in a value without losing anything: `3.0` for an integer, and
//! JSON written into a string where no string is wanted.
//!
//! The decoder is asked first, and only what it refuses is touched: a string argument that
//! happens to spell a number stays a string.

use std::borrow::Cow;

use crate::path::{Path, Place, locate, token_length, value_at};
use crate::schema::SchemaOf;
use crate::unquote::unquoted;

/// A value the decoder refused: where, what stood there, and in whose words.
#[derive(Debug)]
pub struct Refusal {
    pub(crate) path: Path,
    pub(crate) got: String,
    pub(crate) reason: String,
    /// Whether the decoder read a number there, also one out of a string.
    pub(crate) is_number: bool,
}

impl Refusal {
    /// A whole value, for a reason that its schema tells.
    pub(crate) fn of(text: &str) -> Self {
        Self {
            path: Path::default(),
            got: text.to_owned(),
            reason: "it is not allowed".to_owned(),
            is_number: false,
        }
    }

    /// What a decoder says of `text`. What is quoted is what was `sent`, before it was mended.
    pub(crate) fn new(error: &serde_json::Error, text: &str, sent: &str) -> Self {
        let Place { path, name, .. } = locate(text, error);
        let reason = reason(error);
        let read = value_at(text, &path);
        let is_number = read.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let name = name.filter(|_| !reason.ends_with("is there twice"));
        let (got, reason) = match name {
            Some(name) => {
                let reason = format!("a name in it does not fit, {reason}");
                (&text[name], reason)
            }
            None => (value_at(sent, &path), reason),
        };
        Self {
            got: got.to_owned(),
            reason,
            is_number,
            path,
        }
    }
}

/// Decodes `text`, mending it between attempts.
///
/// `attempt` decodes a text and keeps the value. It is passed in so that this is compiled once and
/// not for every type. Only what is decoded leniently is taken out of strings; `3.0` is an integer
/// to a schema too.
pub(crate) fn decode(
    text: &str,
    lenient: bool,
    schema: SchemaOf,
    attempt: &mut dyn FnMut(&str) -> serde_json::Result<()>,
) -> Result<(), Refusal> {
    /// Writes a text otherwise, if there is something to be mended.
    type Mend<'a> = &'a dyn Fn(&str) -> Option<String>;

    let mut last = Cow::Borrowed(text);
    let Err(mut error) = attempt(text) else {
        return Ok(());
    };
    let unquote = |_: &str| lenient.then(|| unquoted(text, schema)).flatten();
    let mends: [Mend<'_>; 3] = [&whole_numbers, &unquote, &whole_numbers];
    for mend in mends {
        let Some(mended) = mend(&last) else { continue };
        match attempt(&mended) {
            Ok(()) => return Ok(()),
            Err(another) => (last, error) = (Cow::Owned(mended), another),
        }
    }
    Err(Refusal::new(&error, &last, text))
}

/// Rewrites every number of the form `3.0` or `3e2` as an integer; `None` if there is none.
fn whole_numbers(text: &str) -> Option<String> {
    let mut rewritten = String::with_capacity(text.len());
    let mut rest = text;
    let mut changed = false;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        rewritten.push_str(before);
        let token = &from[..token_length(from)];
        let whole = whole_number(token);
        changed |= whole.is_some();
        rewritten.push_str(whole.as_deref().unwrap_or(token));
        rest = &from[token.len()..];
    }
    rewritten.push_str(rest);
    changed.then_some(rewritten)
}

/// `3.0` as `3`, `25e1` as `250`: the integer a float token spells, by its digits alone, so that
/// none is lost above 2^53. Integers and true fractions give `None`.
fn whole_number(token: &str) -> Option<String> {
    /// Enough for every 128-bit integer; `1e999999` must not become a million digits.
    const MAX_DIGITS: usize = 40;

    let (mantissa, exponent) = match token.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (token, 0),
    };
    if mantissa.len() == token.len() && !token.contains('.') {
        return None;
    }
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(mantissa) => ("-", mantissa),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let point = i32::try_from(whole.len()).ok()?.checked_add(exponent)?;
    let point = usize::try_from(point)
        .ok()
        .filter(|&point| point <= MAX_DIGITS)?;
    let mut digits = [whole, fraction].concat();
    if digits.len() > point && digits[point..].bytes().any(|digit| digit != b'0') {
        return None;
    }
    digits.extend(std::iter::repeat_n('0', point.saturating_sub(digits.len())));
    digits.truncate(point);
    match digits.trim_start_matches('0') {
        "" => Some("0".to_owned()),
        digits => Some([sign, digits].concat()),
    }
}

/// The decoder's words without its position and its names of types, which mean nothing to a model.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&position).unwrap_or(&text);
    if text.starts_with("data did not match any variant of untagged enum") {
        return "it has none of the forms that are allowed".to_owned();
    }
    let known = match text {
        "recursion limit exceeded" => Some("it is nested too deeply"),
        "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            Some("it has half of a character in an escape")
        }
        _ if text.starts_with("overflow deserializing ") => Some("it is too large"),
        _ => None,
    };
    if let Some(known) = known {
        return known.to_owned();
    }
    let is_unknown = text.starts_with("unknown variant ") || text.starts_with("unknown field ");
    if let Some((_, expected)) = text.split_once(", expected ").filter(|_| is_unknown) {
        return format!("expected {expected}");
    }
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("{field} is missing");
    }
    if let Some(field) = text.strip_prefix("duplicate field ") {
        return format!("{field} is there twice");
    }
    let is_invalid = ["invalid type: ", "invalid value: ", "invalid length: "]
        .iter()
        .any(|kind| text.starts_with(kind));
    match text.rsplit_once(" expected ").filter(|_| is_invalid) {
        Some((_, expected)) => format!("expected {}", wanted(expected)),
        None => text.to_owned(),
    }
}

/// What serde says it wants, without Rust's names.
fn wanted(expected: &str) -> &str {
    let kind = expected.split([' ', '<']).next().unwrap_or_default();
    match kind {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => "an integer",
        "f32" | "f64" => "a number",
        "struct" | "map" => "an object",
        "tuple" | "sequence" => "a list",
        "unit" => "null",
        "enum" | "variant" | "newtype" | "internally" | "adjacently" => "another value",
        _ => expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::schema_of;
    use schemars::JsonSchema;
    use serde::de::DeserializeOwned;

    fn take<T: DeserializeOwned + JsonSchema>(text: &str) -> Result<T, String> {
        let mut value = None;
        decode(text, true, schema_of::<T>, &mut |text| {
            value = Some(serde_json::from_str(text)?);
            Ok(())
        })
        .map(|()| value.unwrap())
        .map_err(|refusal| format!("{} {} {}", refusal.path, refusal.got, refusal.reason))
    }

    #[test]
    fn a_whole_float_is_an_integer_at_any_depth_and_size() {
        assert_eq!(take("3.0"), Ok(3_i64));
        assert_eq!(take("-25e1"), Ok(-250_i64));
        assert_eq!(take("9007199254740993.0"), Ok(9_007_199_254_740_993_i64));
        assert_eq!(take("[1.0,2,3.00]"), Ok(vec![1_u8, 2, 3]));
        assert_eq!(take("0.0"), Ok(0_u8));
        assert!(take::<i64>("5.5").is_err());
        assert!(take::<i64>("1e400000").is_err());
        assert!(take::<u8>("300.0").unwrap_err().contains("300.0"));
    }

    #[test]
    fn json_in_a_string_is_read_where_no_string_is_wanted() {
        assert_eq!(take(r#""5""#), Ok(5_i64));
        assert_eq!(take(r#""5.0""#), Ok(5_i64));
        assert_eq!(take(r#""true""#), Ok(true));
        assert_eq!(take(r#""[1, 2]""#), Ok(vec![1_i64, 2]));
        assert_eq!(take(r#"["1",2]"#), Ok(vec![1_i64, 2]));
        assert_eq!(take(r#""[1,2]""#), Ok("[1,2]".to_owned()));
    }

    #[test]
    fn what_cannot_be_mended_is_told_as_it_was_sent() {
        let refused = take::<i64>(r#""5.5""#).unwrap_err();
        assert!(refused.starts_with(r#" "5.5" "#), "{refused}");
        let refused = take::<Vec<i64>>(r#"[1.0,"x"]"#).unwrap_err();
        assert!(refused.starts_with(r#"[1] "x" "#), "{refused}");
        assert!(!refused.contains("column"), "{refused}");
    }
}
