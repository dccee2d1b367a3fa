//! Whether a text is JSON, and where not. What it means is the core's business.

/// Finds the first byte that is not as it has to be, and what should be there.
pub(crate) fn fault(text: &str) -> Option<(usize, &'static str)> {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
    };
    let read = reader.value().and_then(|()| match reader.next() {
        None => Ok(()),
        Some(_) => Err("the end"),
    });
    read.err().map(|expected| (reader.at, expected))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

type Read = Result<(), &'static str>;

impl Reader<'_> {
    /// The next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        while matches!(self.here(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.here()
    }

    fn here(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn value(&mut self) -> Read {
        match self.next() {
            Some(b'{') => self.list(b'}', "a string or `}`", "`,` or `}`", Self::member),
            Some(b'[') => self.list(b']', "a value or `]`", "`,` or `]`", Self::value),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn list(
        &mut self,
        end: u8,
        first: &'static str,
        next: &'static str,
        item: impl Fn(&mut Self) -> Read,
    ) -> Read {
        self.at += 1;
        if self.next().ok_or(first)? == end {
            self.at += 1;
            return Ok(());
        }
        loop {
            item(self)?;
            match self.next() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == end => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(next),
            }
        }
    }

    fn member(&mut self) -> Read {
        match self.next() {
            Some(b'"') => self.string()?,
            _ => return Err("a string, the name of a member"),
        }
        match self.next() {
            Some(b':') => self.at += 1,
            _ => return Err("`:`"),
        }
        self.value()
    }

    fn string(&mut self) -> Read {
        self.at += 1;
        loop {
            match self.here().ok_or("the end of the string, `\"`")? {
                b'"' => break,
                b'\\' => self.escape()?,
                0..=0x1f => return Err("the end of the string, `\"`"),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    fn escape(&mut self) -> Read {
        self.at += 1;
        match self.here() {
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 1..self.at + 5);
                let are_hex = digits.is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit));
                self.at += if are_hex { 5 } else { 0 };
                are_hex
                    .then_some(())
                    .ok_or("`u` and four hexadecimal digits")
            }
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Ok(())
            }
            _ => Err("an escape of JSON"),
        }
    }

    fn number(&mut self) -> Read {
        self.at += usize::from(self.here() == Some(b'-'));
        match self.here() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.here() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.here(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.here(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Read {
        let start = self.at;
        while self.here().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(()).ok_or("a digit")
    }

    fn word(&mut self) -> Read {
        let rest = &self.bytes[self.at..];
        let word = ["true", "false", "null"]
            .iter()
            .find(|word| rest.starts_with(word.as_bytes()));
        self.at += word.ok_or("a value")?.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_no_fault() {
        for text in [
            "{}",
            " [ ] ",
            r#"{"a": [1, -0.5e+10, 0, 12E3, true, false, null], "b\u00e4\n\/": {"c": "ä"}}"#,
            "\n7\n",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn a_fault_is_where_something_else_was_to_come() {
        for (text, at, expected) in [
            ("", 0, "a value"),
            ("{", 1, "a string or `}`"),
            (r#"{"a": 1,}"#, 8, "a string, the name of a member"),
            (r#"{"a": 1 "b": 2}"#, 8, "`,` or `}`"),
            (r#"{"a" 1}"#, 5, "`:`"),
            (r"{a: 1}", 1, "a string, the name of a member"),
            (r"['a']", 1, "a value"),
            ("[1 2]", 3, "`,` or `]`"),
            ("[1,]", 3, "a value"),
            ("01", 1, "the end"),
            ("1.", 2, "a digit"),
            ("-", 1, "a digit"),
            (r#""a"#, 2, "the end of the string, `\"`"),
            ("\"a\n\"", 2, "the end of the string, `\"`"),
            (r#""\x41""#, 2, "an escape of JSON"),
            (r#""\u00g0""#, 2, "`u` and four hexadecimal digits"),
            ("{} {}", 3, "the end"),
            ("nul", 0, "a value"),
        ] {
            assert_eq!(fault(text), Some((at, expected)), "{text}");
        }
    }
}
