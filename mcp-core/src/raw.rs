//! JSON as it lies in a message: which values there are and where each ends, in one pass that
//! builds nothing.
//!
//! A message is looked at layer by layer: the envelope, `params`, `arguments`. Only in the last are
//! values needed, and `serde_json` decodes them; before that it is enough to find them. What is
//! found here is what `serde_json` takes as JSON, no more and no less, and why it does not take a
//! text is left to it to say.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::escape::plain_length;

/// A value's JSON, as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw<'a>(&'a str);

impl<'a> Raw<'a> {
    /// A whole text; `None` if it is no JSON.
    pub(crate) fn new(text: &'a str) -> Option<Self> {
        let mut reader = Reader::new(text);
        let value = reader.value()?;
        reader.end()?;
        Some(value)
    }

    pub(crate) fn get(self) -> &'a str {
        self.0
    }

    /// A copy of its own.
    pub(crate) fn boxed(self) -> Box<RawValue> {
        RawValue::from_string(self.0.to_owned()).unwrap_or_default()
    }

    pub(crate) fn is_object(self) -> bool {
        self.0.starts_with('{')
    }

    /// The object that the value is. `None` if it is of another kind.
    pub(crate) fn object<T: Object<'a> + Default>(self) -> Option<T> {
        let mut object = T::default();
        let kind = Reader::new(self.0).read(&mut object)?;
        (kind == Kind::Object).then_some(object)
    }

    /// Goes through the members of an object. `None` if the value is of another kind.
    pub(crate) fn members(self, mut member: impl FnMut(Cow<'a, str>, Self)) -> Option<()> {
        let mut reader = Reader::new(self.0);
        match reader.token()? {
            b'{' => reader.members(|name, reader| reader.value().map(|value| member(name, value))),
            _ => None,
        }
    }
}

/// What a value is, seen from afar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `null`, or no value at all.
    #[default]
    Absent,
    Object,
    Array,
    Scalar,
}

/// An object that is read member by member. A repeated member counts as its last.
pub(crate) trait Object<'a> {
    /// Takes the value of a member from the reader.
    fn member(&mut self, name: &str, reader: &mut Reader<'a>) -> Option<()>;
}

/// A place in a text, which moves on as values are read. What is read is `None` where the text is
/// no JSON; there is no going on then.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The end of the text: nothing more but white space.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.token().is_none().then_some(())
    }

    /// Passes over the value that comes next. If it is an object, `object` takes its members.
    pub(crate) fn read(&mut self, object: &mut impl Object<'a>) -> Option<Kind> {
        let first = self.token()?;
        match first {
            b'{' => self.members(|name, reader| object.member(&name, reader))?,
            _ => self.rest(first)?,
        }
        Some(match first {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'n' => Kind::Absent,
            _ => Kind::Scalar,
        })
    }

    /// The value that comes next.
    #[inline]
    pub(crate) fn value(&mut self) -> Option<Raw<'a>> {
        let first = self.token()?;
        let start = self.at - 1;
        self.rest(first)?;
        Some(Raw(&self.text[start..self.at]))
    }

    /// Goes through an object, whose brace has been read. `member` is told each name and takes the
    /// value.
    fn members(
        &mut self,
        mut member: impl FnMut(Cow<'a, str>, &mut Self) -> Option<()>,
    ) -> Option<()> {
        let mut first = self.token()?;
        if first == b'}' {
            return Some(());
        }
        loop {
            let name = self.name(first)?;
            member(name, self)?;
            match self.token()? {
                b',' => first = self.token()?,
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// The rest of a value that begins with `first`.
    #[inline]
    fn rest(&mut self, first: u8) -> Option<()> {
        match first {
            b'{' | b'[' => self.nested(first),
            _ => self.scalar(first),
        }
    }

    /// The rest of an object or a list, however deep it is: there is no recursion.
    fn nested(&mut self, mut bracket: u8) -> Option<()> {
        // The brackets that are open around this one.
        let mut outer = Vec::new();
        let mut due = Due::FirstItem;
        loop {
            match (self.token()?, due) {
                (b',', Due::Separator) => due = Due::Item,
                // In ASCII, a bracket's counterpart comes two after it.
                (end, Due::FirstItem | Due::Separator) if end == bracket + 2 => {
                    let Some(around) = outer.pop() else {
                        return Some(());
                    };
                    bracket = around;
                    due = Due::Separator;
                }
                (_, Due::Separator) => return None,
                (mut first, Due::FirstItem | Due::Item) => {
                    if bracket == b'{' {
                        self.name(first)?;
                        first = self.token()?;
                    }
                    if matches!(first, b'{' | b'[') {
                        outer.push(bracket);
                        bracket = first;
                        due = Due::FirstItem;
                    } else {
                        self.scalar(first)?;
                        due = Due::Separator;
                    }
                }
            }
        }
    }

    /// The rest of a member's name, and the colon after it.
    #[expect(
        clippy::inline_always,
        reason = "a fourteenth of what it takes to answer a small call"
    )]
    #[inline(always)]
    fn name(&mut self, first: u8) -> Option<Cow<'a, str>> {
        if first != b'"' {
            return None;
        }
        let start = self.at;
        let has_escapes = self.string()?;
        let name = &self.text[start..self.at - 1];
        if self.token()? != b':' {
            return None;
        }
        Some(match has_escapes {
            false => Cow::Borrowed(name),
            true => unescaped(name),
        })
    }

    fn scalar(&mut self, first: u8) -> Option<()> {
        match first {
            b'"' => self.string().map(drop),
            b'0'..=b'9' => self.number(first),
            b'-' => {
                let first = self.next()?;
                self.number(first)
            }
            b'n' => self.word("ull"),
            b't' => self.word("rue"),
            b'f' => self.word("alse"),
            _ => None,
        }
    }

    /// The rest of a string. Returns whether there are escapes in it.
    fn string(&mut self) -> Option<bool> {
        self.plain();
        match self.next()? {
            b'"' => Some(false),
            other => self.special(other),
        }
    }

    /// The rest of a string from something special on.
    #[cold]
    fn special(&mut self, mut byte: u8) -> Option<bool> {
        loop {
            match byte {
                b'"' => return Some(true),
                b'\\' => self.escape()?,
                _ => return None,
            }
            self.plain();
            byte = self.next()?;
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Option<()> {
        match self.next()? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(()),
            b'u' => (0..4).try_for_each(|_| self.next()?.is_ascii_hexdigit().then_some(())),
            _ => None,
        }
    }

    /// The rest of a number from its first digit on.
    fn number(&mut self, first: u8) -> Option<()> {
        match first {
            // No digit follows a zero: it is not what comes after a value.
            b'0' => {}
            b'1'..=b'9' => self.digits(),
            _ => return None,
        }
        match self.peek() {
            Some(b'.' | b'e' | b'E') => self.fraction(),
            _ => Some(()),
        }
    }

    #[cold]
    fn fraction(&mut self) -> Option<()> {
        if self.skip(b'.') {
            self.some_digits()?;
        }
        if self.skip(b'e') || self.skip(b'E') {
            let _ = self.skip(b'+') || self.skip(b'-');
            self.some_digits()?;
        }
        Some(())
    }

    fn some_digits(&mut self) -> Option<()> {
        let start = self.at;
        self.digits();
        (self.at > start).then_some(())
    }

    fn digits(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
    }

    /// The rest of `null`, `true` or `false`.
    fn word(&mut self, rest: &str) -> Option<()> {
        let is_next = self.text.as_bytes()[self.at..].starts_with(rest.as_bytes());
        is_next.then(|| self.at += rest.len())
    }

    /// The next byte that is not white space.
    fn token(&mut self) -> Option<u8> {
        match self.next()? {
            b' ' | b'\n' | b'\t' | b'\r' => self.token_after_space(),
            byte => Some(byte),
        }
    }

    /// Most clients send none.
    #[cold]
    fn token_after_space(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
        self.next()
    }

    fn plain(&mut self) {
        self.at += plain_length(&self.text.as_bytes()[self.at..]);
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Whether the byte comes next; it is passed over then.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }
}

/// What comes next in an object or a list.
#[derive(Clone, Copy)]
enum Due {
    /// An item, or the end.
    FirstItem,
    Item,
    /// A comma, or the end.
    Separator,
}

/// A name with escapes in it. Half of a surrogate pair is JSON but no text: a name with one is none
/// that anybody knows.
#[cold]
fn unescaped(name: &str) -> Cow<'_, str> {
    serde_json::from_str(&format!("\"{name}\"")).map_or(Cow::Borrowed(name), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use serde::de::IgnoredAny;

    use super::*;

    /// Every kind of value, of escape, of space and of nesting.
    const TEXT: &str = "{ \"a\\u00e9\\n\":[ ],\"longer than a word\" :[-0.5e+1,10E-2,{}],\t\"\":{\"b\":[[true]],\"c\":null}\r,\"é\":false,\"a\":0}\n";

    /// What stands for every kind of byte that a text may have.
    const BYTES: &str = "{}[],:\"\\ \n\u{b}\u{1f}\u{7f}01a9fu-+.eEtn/é\u{ffff}";

    fn assert_agreed(text: &str) {
        let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
        assert_eq!(Raw::new(text).is_some(), is_json, "{text}");
    }

    #[test]
    fn a_text_is_json_if_it_is_to_serde_json() {
        for start in (0..=TEXT.len()).filter(|&start| TEXT.is_char_boundary(start)) {
            let (before, after) = TEXT.split_at(start);
            assert_agreed(before);
            assert_agreed(after);
            let mut rest = after.chars();
            rest.next();
            for byte in BYTES.chars() {
                assert_agreed(&format!("{before}{byte}{after}"));
                assert_agreed(&format!("{before}{byte}{}", rest.as_str()));
            }
            assert_agreed(&format!("{before}{}", rest.as_str()));
        }
        for number in [
            "-", "-0", "01", "1.", ".5", "1e", "1e+", "1e+0", "0e0", "-a", "1-", "--1",
        ] {
            assert_agreed(number);
        }
    }

    #[test]
    fn what_is_special_in_a_string_is_seen_wherever_it_stands() {
        for length in 0..40 {
            for place in 0..=length {
                for special in BYTES
                    .chars()
                    .chain(["\\u12aG", "\\ud800", "\\"].concat().chars())
                {
                    let (before, after) = ("x".repeat(place), "é".repeat(length - place));
                    assert_agreed(&format!("\"{before}{special}{after}\""));
                    assert_agreed(&format!("[\"{before}\\u{special}0aF{after}\"]"));
                }
            }
        }
    }

    #[test]
    fn values_are_found_whole_under_their_names() {
        let mut members = Vec::new();
        let text = Raw::new(TEXT).expect("JSON");
        let found = text.members(|name, value| members.push((name, value.get())));
        assert!(found.is_some());
        let expected = [
            ("aé\n", "[ ]"),
            ("longer than a word", "[-0.5e+1,10E-2,{}]"),
            ("", "{\"b\":[[true]],\"c\":null}"),
            ("é", "false"),
            ("a", "0"),
        ];
        assert_eq!(
            members,
            expected.map(|(name, value)| (Cow::from(name), value))
        );
        for text in ["[]", "\"{}\"", "null"] {
            let value = Raw::new(text).expect("JSON");
            assert!(value.members(|_, _| ()).is_none(), "{text}");
        }
    }

    #[test]
    fn depth_has_no_limit() {
        let deep = format!("{}{}", r#"[{"a":"#.repeat(100_000), "1}]".repeat(100_000));
        assert_eq!(Raw::new(&deep), None);
        let deep = format!("{}1{}", r#"[{"a":"#.repeat(100_000), "}]".repeat(100_000));
        assert_eq!(Raw::new(&deep).map(Raw::get), Some(&*deep));
    }

    #[test]
    fn half_of_a_surrogate_pair_names_nothing_else() {
        let mut names = Vec::new();
        let object = Raw::new(r#"{"\ud800":1}"#).expect("JSON");
        object.members(|name, _| names.push(name));
        assert_eq!(names, [r"\ud800"]);
    }
}
