//! Where a resource is: its URI, or a template of many.
//!
//! Of RFC 6570, a template may have what can be told from a URI again: `{variable}` for a part
//! without slashes, `{+variable}` for one with them, and `{?variables}` at its end. `#[resource]`
//! takes templates apart, and refuses others, when it compiles.

use std::borrow::Cow;

/// A URI, or a template of URIs.
#[derive(Clone, Debug)]
pub struct Address {
    text: Cow<'static, str>,
    /// Empty if it is no template.
    parts: Cow<'static, [Part]>,
}

/// A part of a template.
#[derive(Clone, Debug)]
pub enum Part {
    /// What stands there.
    Text(Cow<'static, str>),
    /// `{variable}`: something without `/`, `?` and `#`.
    Segment(&'static str),
    /// `{+variable}`: something.
    Rest(&'static str),
    /// `{?variables}`, the last part: any of these, or nothing.
    Query(&'static [&'static str]),
}

/// How long a URI may be, in bytes, for templates to be tried on it.
const MAX_BYTES: usize = 1 << 16;

impl Address {
    /// One URI.
    pub const fn uri(uri: &'static str) -> Self {
        Self {
            text: Cow::Borrowed(uri),
            parts: Cow::Borrowed(&[]),
        }
    }

    /// A template in its parts.
    pub const fn template(template: &'static str, parts: &'static [Part]) -> Self {
        Self {
            text: Cow::Borrowed(template),
            parts: Cow::Borrowed(parts),
        }
    }

    /// All that begins like this, the rest being a variable.
    #[cfg(feature = "directory")]
    pub(crate) fn below(start: &str, variable: &'static str) -> Self {
        Self {
            text: format!("{start}{{+{variable}}}").into(),
            parts: vec![Part::Text(start.to_owned().into()), Part::Rest(variable)].into(),
        }
    }

    /// Why no client can ask for it. `#[resource]` says so when it compiles; this is for what is put
    /// together later.
    pub(crate) fn fault(&self) -> Option<String> {
        let is_legal = |c: &char| c.is_ascii_graphic() && !"{}\"<>\\^`|".contains(*c);
        let text = |part: &Part| match part {
            Part::Text(text) => text.chars().find(|c| !is_legal(c)),
            Part::Segment(_) | Part::Rest(_) | Part::Query(_) => None,
        };
        match scheme(&self.text) {
            None => Some("is no URI, which begins with a scheme, as in `docs:///`".to_owned()),
            Some(scheme)
                if ["http", "https"]
                    .iter()
                    .any(|one| scheme.eq_ignore_ascii_case(one)) =>
            {
                Some("is what clients fetch by themselves; give it a scheme of your own".to_owned())
            }
            Some(_) => {
                let illegal = self.parts.iter().find_map(text)?;
                Some(format!("is no URI, in which `{illegal}` does not stand"))
            }
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_template(&self) -> bool {
        !self.parts.is_empty()
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = &'static str> {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Text(_) => &[],
                Part::Segment(name) | Part::Rest(name) => std::slice::from_ref(name),
                Part::Query(names) => *names,
            })
            .copied()
    }

    /// The variables' values in a URI that the template matches, decoded. A value that would lead
    /// out of a folder, were it used as a path, matches nothing.
    pub(crate) fn captured(&self, uri: &str) -> Option<Vec<(String, String)>> {
        if uri.len() > MAX_BYTES {
            return None;
        }
        let fits = self.fits(uri.as_bytes());
        fits[0][0].then_some(())?;
        let mut values = Vec::new();
        let mut start = 0;
        for (part, fits) in self.parts.iter().zip(&fits[1..]) {
            match part {
                Part::Text(text) => start += text.len(),
                Part::Segment(name) | Part::Rest(name) => {
                    let length = fits[start + 1..].iter().position(|fits| *fits)?;
                    let end = start + 1 + length;
                    let value = decoded(uri.get(start..end)?)?;
                    stays_within(&value).then_some(())?;
                    values.push(((*name).to_owned(), value));
                    start = end;
                }
                Part::Query(names) => values.extend(query(uri.get(start..)?, names)?),
            }
        }
        Some(values)
    }

    /// For each part and each place in a URI, whether the rest of the template fits there.
    fn fits(&self, uri: &[u8]) -> Vec<Vec<bool>> {
        let mut next = vec![false; uri.len() + 1];
        next[uri.len()] = true;
        let mut rows = vec![next];
        for part in self.parts.iter().rev() {
            let next = &rows[rows.len() - 1];
            let mut row = vec![false; uri.len() + 1];
            for place in (0..=uri.len()).rev() {
                let rest = &uri[place..];
                row[place] = match part {
                    Part::Text(text) => {
                        rest.starts_with(text.as_bytes()) && next[place + text.len()]
                    }
                    Part::Segment(_) => {
                        rest.first().is_some_and(|byte| in_segment(*byte))
                            && (next[place + 1] || row[place + 1])
                    }
                    Part::Rest(_) => !rest.is_empty() && (next[place + 1] || row[place + 1]),
                    Part::Query(_) => matches!(rest.first(), None | Some(b'?')),
                };
            }
            rows.push(row);
        }
        rows.reverse();
        rows
    }
}

/// What a URI begins with, without the colon. `None` for what is no URI.
pub(crate) fn scheme(uri: &str) -> Option<&str> {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let (scheme, _) = uri.split_once(':')?;
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_legal);
    is_scheme.then_some(scheme)
}

/// Whether a byte may be part of what `{variable}` stands for.
pub(crate) fn in_segment(byte: u8) -> bool {
    !matches!(byte, b'/' | b'?' | b'#')
}

/// The values in a query of these names. What else there is, a variable before the query most of
/// all, is not asked for there.
fn query(query: &str, names: &[&str]) -> Option<Vec<(String, String)>> {
    let query = query.strip_prefix('?').unwrap_or_default();
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Some((decoded(name)?, decoded(value)?))
    });
    let mut pairs: Vec<_> = pairs.collect::<Option<_>>()?;
    pairs.retain(|(name, _)| names.contains(&name.as_str()));
    Some(pairs)
}

/// Takes percent-encoding off, once. `None` if what is left is no text.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let encoded = match (byte, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        match encoded {
            Some((high, low)) => {
                bytes.push(high << 4 | low);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*byte);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// A path as the end of a URI.
#[cfg(feature = "directory")]
pub(crate) fn encoded(path: &str) -> String {
    use std::fmt::Write;

    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=:@".contains(&byte) => {
                text.push(byte.into());
            }
            byte => write!(text, "%{byte:02X}").expect("a string takes everything"),
        }
    }
    text
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|digit| digit.try_into().ok())
}

/// Whether a value stays where it is put if it is used as a path.
fn stays_within(value: &str) -> bool {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    let has_drive = cfg!(windows)
        && matches!(value.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    !value.starts_with(is_slash)
        && !has_drive
        && !value.contains('\0')
        && value.split(is_slash).all(|segment| segment != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: &[Part] = &[
        Part::Text(Cow::Borrowed("orders://")),
        Part::Segment("id"),
        Part::Text(Cow::Borrowed("/lines")),
        Part::Query(&["limit"]),
    ];

    const FILES: &[Part] = &[Part::Text(Cow::Borrowed("file:///")), Part::Rest("path")];

    fn captured(parts: &'static [Part], uri: &str) -> Option<Vec<(String, String)>> {
        Address::template("", parts).captured(uri)
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn variables_are_found_and_decoded_once() {
        assert_eq!(
            captured(ORDERS, "orders://7/lines"),
            Some(pairs(&[("id", "7")]))
        );
        assert_eq!(
            captured(ORDERS, "orders://a%2541%20%C3%A4/lines?limit=5&x"),
            Some(pairs(&[("id", "a%41 ä"), ("limit", "5")]))
        );
        assert_eq!(
            captured(FILES, "file:///a/b%20c.md"),
            Some(pairs(&[("path", "a/b c.md")]))
        );
        assert_eq!(
            captured(FILES, "file:///100%"),
            Some(pairs(&[("path", "100%")]))
        );
    }

    #[test]
    fn a_query_has_only_the_variables_that_stand_there() {
        assert_eq!(
            captured(ORDERS, "orders://7/lines?id=..%2F8&limit=5"),
            Some(pairs(&[("id", "7"), ("limit", "5")]))
        );
    }

    #[test]
    fn what_does_not_fit_matches_nothing() {
        for uri in [
            "",
            "orders://",
            "orders:///lines",
            "orders://a/b/lines",
            "orders://7/linesx",
            "orders://7/lines#x",
            "orders://%FF/lines",
        ] {
            assert_eq!(captured(ORDERS, uri), None, "{uri}");
        }
        assert_eq!(
            captured(FILES, &format!("file:///{}", "a".repeat(MAX_BYTES))),
            None
        );
    }

    #[test]
    fn a_variable_ends_where_the_rest_of_the_template_fits() {
        const DATED: &[Part] = &[
            Part::Text(Cow::Borrowed("a:")),
            Part::Segment("name"),
            Part::Text(Cow::Borrowed("-")),
            Part::Segment("rest"),
            Part::Text(Cow::Borrowed(".md")),
        ];
        assert_eq!(
            captured(DATED, "a:x-y-z.md.md"),
            Some(pairs(&[("name", "x"), ("rest", "y-z.md")]))
        );
    }

    #[test]
    fn a_way_out_of_a_folder_matches_nothing() {
        for path in [
            "..",
            "../x",
            "a/../../x",
            "a/..",
            "%2e%2e/x",
            "%2E%2E%2Fx",
            "a%2f..%2fx",
            "..%5Cx",
            "/etc/passwd",
            "%2Fetc",
            "%5C%5Chost",
            "a%00b",
        ] {
            assert_eq!(captured(FILES, &format!("file:///{path}")), None, "{path}");
        }
        for path in ["..x", "a/..b", "...", "%252e%252e/x", "a/.b"] {
            let uri = format!("file:///{path}");
            assert!(captured(FILES, &uri).is_some(), "{path}");
        }
    }
}
