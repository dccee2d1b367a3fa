//! Request ids: a JSON string or integer, kept as the very text the client wrote.

use std::borrow::Cow;

use crate::raw::Raw;

/// A request id, borrowed from the frame it stands in.
///
/// It is echoed token for token, so `5` and `"5"` stay apart and no digit is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id<'a>(&'a str);

impl<'a> Id<'a> {
    /// Takes a JSON token as an id, if it is a string or an integer.
    pub(crate) fn from_token(token: &'a str) -> Option<Self> {
        let digits = token.strip_prefix('-').unwrap_or(token);
        let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_id = token.starts_with('"') || is_integer;
        is_id.then_some(Self(token))
    }

    pub(crate) fn from_raw(raw: Raw<'a>) -> Option<Self> {
        Self::from_token(raw.get())
    }

    pub(crate) fn token(self) -> &'a str {
        self.0
    }

    /// What ids are compared by: the token, with a string's escapes resolved, since `"a"` and
    /// `"\u0061"` are one id.
    pub(crate) fn key(self) -> Cow<'a, str> {
        if !self.0.contains('\\') {
            return Cow::Borrowed(self.0);
        }
        match serde_json::from_str::<String>(self.0) {
            Ok(text) => Cow::Owned(serde_json::Value::String(text).to_string()),
            Err(_) => Cow::Borrowed(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_integers_are_ids_and_nothing_else() {
        for token in [
            "0",
            "-1",
            "7",
            "123456789012345678901234567890",
            r#""a""#,
            r#""""#,
        ] {
            assert_eq!(Id::from_token(token).map(Id::token), Some(token));
        }
        for token in ["null", "1.5", "1e3", "true", "{}", "[]", "-", ""] {
            assert_eq!(Id::from_token(token), None, "{token}");
        }
    }

    #[test]
    fn ids_are_compared_by_meaning_and_type() {
        let key = |token| Id::from_token(token).unwrap().key();
        assert_eq!(key(r#""\u0061""#), key(r#""a""#));
        assert_ne!(key("5"), key(r#""5""#));
    }
}
