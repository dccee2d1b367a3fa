//! Where in a JSON text a decoder stopped, as a path a reader understands.

use std::fmt;
use std::ops::Range;

use crate::expectation::excerpt;

/// The members and indices that lead to a value: `.filter.limit`, `[3].name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path(Vec<Segment>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    Member(String),
    Index(usize),
}

impl Path {
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Whether one of two paths leads on from the other.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.starts_with(other) || other.starts_with(self)
    }

    pub(crate) fn push(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    /// Goes into the member that the path leads through first, and says which it is.
    pub(crate) fn enter(&mut self) -> Option<String> {
        match self.0.first()? {
            Segment::Index(_) => None,
            Segment::Member(name) => {
                let name = name.clone();
                self.0.remove(0);
                Some(name)
            }
        }
    }

    pub(crate) fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|segment| match segment {
            Segment::Member(name) => write!(f, ".{}", excerpt(name)),
            Segment::Index(index) => write!(f, "[{index}]"),
        })
    }
}

/// Where in a text a decoder stopped.
#[derive(Debug)]
pub(crate) struct Place {
    /// The way to the innermost value in which, or right before which, it did.
    pub(crate) path: Path,
    /// The name of a member, if it stopped there.
    pub(crate) name: Option<Range<usize>>,
}

/// The place in `text`, which is JSON, where the decoder stopped.
pub(crate) fn locate(text: &str, error: &serde_json::Error) -> Place {
    let stop = offset(text, error);
    let holds_stop = |range: &Range<usize>| range.start <= stop && stop <= range.end;
    let mut name = None;
    let (path, _) = innermost(text, |part| match part {
        Part::Name(range) => {
            name = name
                .take()
                .or(Some(range).filter(|range| holds_stop(range)));
            false
        }
        Part::Value(_, range) => holds_stop(&range),
    });
    Place { path, name }
}

/// The value that `path` leads to in `text`, which is JSON, or the last on the way there.
pub(crate) fn value_at<'a>(text: &'a str, path: &Path) -> &'a str {
    let (_, range) = innermost(text, |part| match part {
        Part::Name(_) => false,
        Part::Value(way, _) => path.starts_with(way),
    });
    &text[range]
}

/// How many bytes of `text` the decoder had read. The whole text if it does not say.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let line = match error.line().checked_sub(1) {
        Some(0) => 0,
        Some(breaks) => text
            .match_indices('\n')
            .nth(breaks - 1)
            .map_or(text.len(), |(at, _)| at + 1),
        None => return text.len(),
    };
    line + error.column()
}

/// What a walk over a JSON text comes by.
enum Part<'a> {
    Name(Range<usize>),
    /// With the way to it.
    Value(&'a Path, Range<usize>),
}

/// The first value that is wanted, those inside others first; the whole text if none is. One pass,
/// however deep the text.
fn innermost(text: &str, mut is_wanted: impl FnMut(Part<'_>) -> bool) -> (Path, Range<usize>) {
    let mut path = Path::default();
    // Where the lists and objects begin that are open. The path leads into the last of them.
    let mut open = Vec::new();
    let mut rest = 0;
    while let Some(token) = token(text, rest) {
        rest = token.end;
        let value = match text.as_bytes()[token.start] {
            b'{' => {
                open.push(token.start);
                path.push(Segment::Member(String::new()));
                rest = name(text, rest, &mut path, &mut is_wanted);
                continue;
            }
            b'[' => {
                open.push(token.start);
                path.push(Segment::Index(0));
                continue;
            }
            b',' => {
                match path.0.last_mut() {
                    Some(Segment::Index(index)) => *index += 1,
                    _ => rest = name(text, rest, &mut path, &mut is_wanted),
                }
                continue;
            }
            b'}' | b']' => {
                path.pop();
                open.pop().unwrap_or_default()..token.end
            }
            _ => token,
        };
        if is_wanted(Part::Value(&path, value.clone())) {
            return (path, value);
        }
    }
    let start = text.len() - text.trim_ascii_start().len();
    (Path::default(), start..text.trim_ascii_end().len())
}

/// Goes past the name of the next member, if there is one, and into that member.
fn name(
    text: &str,
    rest: usize,
    path: &mut Path,
    is_wanted: &mut impl FnMut(Part<'_>) -> bool,
) -> usize {
    let is_name = |token: &Range<usize>| text[token.clone()].starts_with('"');
    let Some(token) = token(text, rest).filter(is_name) else {
        return rest;
    };
    let name = serde_json::from_str(&text[token.clone()]).unwrap_or_default();
    path.pop();
    path.push(Segment::Member(name));
    is_wanted(Part::Name(token.clone()));
    token.end
}

/// The next token but colons, which say nothing.
fn token(text: &str, rest: usize) -> Option<Range<usize>> {
    let is_token = |c: char| !c.is_ascii_whitespace() && c != ':';
    let start = rest + text[rest..].find(is_token)?;
    Some(start..start + token_length(&text[start..]))
}

/// The length of the token that `text`, a part of valid JSON, begins with.
pub(crate) fn token_length(text: &str) -> usize {
    match text.as_bytes().first() {
        Some(b'"') => {
            let mut escaped = false;
            let end = text[1..].find(|c| {
                let is_end = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                is_end
            });
            end.map_or(text.len(), |end| end + 2)
        }
        Some(b'{' | b'}' | b'[' | b']' | b',') => 1,
        _ => {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
            text.find(|c| !is_part(c)).unwrap_or(text.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde::de::DeserializeOwned;
    use std::collections::BTreeMap;

    fn stops_at<T: DeserializeOwned + fmt::Debug>(text: &str) -> (String, &str) {
        let error = serde_json::from_str::<T>(text).unwrap_err();
        let path = locate(text, &error).path;
        (path.to_string(), value_at(text, &path))
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its decoding matters")]
    struct Filter {
        limit: u8,
        tags: Vec<String>,
    }

    #[test]
    fn the_path_leads_to_the_refused_value() {
        assert_eq!(stops_at::<u8>("\"x\""), (String::new(), "\"x\""));
        assert_eq!(
            stops_at::<Vec<u8>>(r#"[1, {"a":2}]"#),
            ("[1]".to_owned(), r#"{"a":2}"#)
        );
        assert_eq!(
            stops_at::<Filter>(r#"{"limit": 300, "tags": []}"#),
            (".limit".to_owned(), "300")
        );
        assert_eq!(
            stops_at::<Filter>("{\"limit\":1,\n \"tags\":\n[\"a\", null]}"),
            (".tags[1]".to_owned(), "null")
        );
        assert_eq!(
            stops_at::<BTreeMap<String, bool>>(r#"{"a\"b":1}"#),
            (".a\"b".to_owned(), "1")
        );
    }

    #[test]
    fn a_name_that_is_refused_is_found() {
        let text = r#"{"1": [0], "x\"": []}"#;
        let error = serde_json::from_str::<BTreeMap<u8, Vec<u8>>>(text).unwrap_err();
        let Place { path, name } = locate(text, &error);
        assert_eq!(path, Path::default());
        assert_eq!(&text[name.unwrap()], r#""x\"""#);
    }

    #[test]
    fn the_way_to_a_value_ends_where_the_text_does() {
        let text = r#"{"a": [1, {"b": "[2]"}, 3], "c": {}}"#;
        let way = |segments: &[Segment]| value_at(text, &Path(segments.to_vec()));
        let (a, b) = (
            Segment::Member("a".to_owned()),
            Segment::Member("b".to_owned()),
        );
        assert_eq!(way(&[a.clone(), Segment::Index(2)]), "3");
        assert_eq!(
            way(&[a, Segment::Index(1), b, Segment::Index(0)]),
            r#""[2]""#
        );
        assert_eq!(way(&[Segment::Member("c".to_owned())]), "{}");
        assert_eq!(way(&[Segment::Index(0)]), text);
    }

    #[test]
    fn a_missing_member_is_missing_from_its_object() {
        assert_eq!(
            stops_at::<Vec<Filter>>(r#"[{"limit":1}]"#),
            ("[0]".to_owned(), r#"{"limit":1}"#)
        );
    }
}
