//! Where in a JSON text a decoder stopped, as a path a reader understands.

use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::message::Key;

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
            Segment::Member(name) => write!(f, ".{name}"),
            Segment::Index(index) => write!(f, "[{index}]"),
        })
    }
}

/// The innermost value of `text` in which the decoder stopped, and its place in the text.
pub(crate) fn locate(text: &str, error: &serde_json::Error) -> (Path, Range<usize>) {
    let stop = offset(text, error);
    let mut path = Path::default();
    let mut range = 0..text.len();
    while let Some((segment, child)) = child_at(text, range.clone(), stop) {
        path.0.push(segment);
        range = child;
    }
    (path, trim(text, range))
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

/// The member or item of the value at `range` in which, or right before which, `stop` lies.
fn child_at(text: &str, range: Range<usize>, stop: usize) -> Option<(Segment, Range<usize>)> {
    let value = &text[range];
    let place = |child: &RawValue| {
        let start = child.get().as_ptr() as usize - text.as_ptr() as usize;
        start..start + child.get().len()
    };
    let holds_stop = |range: &Range<usize>| range.start <= stop && stop <= range.end;
    if let Ok(Entries(entries)) = serde_json::from_str(value) {
        let places = entries.into_iter().map(|(key, child)| (key, place(child)));
        let (key, range) = places.into_iter().find(|(_, range)| holds_stop(range))?;
        return Some((Segment::Member(key.0.into_owned()), range));
    }
    let items: Vec<&RawValue> = serde_json::from_str(value).ok()?;
    let mut places = items.into_iter().map(place).enumerate();
    let (index, range) = places.find(|(_, range)| holds_stop(range))?;
    Some((Segment::Index(index), range))
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let value = &text[range.clone()];
    let start = range.start + (value.len() - value.trim_start().len());
    start..start + value.trim().len()
}

/// An object's members in the order they stand.
struct Entries<'a>(Vec<(Key<'a>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;

        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(EntriesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;
    use std::collections::BTreeMap;

    fn stops_at<T: DeserializeOwned + fmt::Debug>(text: &str) -> (String, &str) {
        let error = serde_json::from_str::<T>(text).unwrap_err();
        let (path, range) = locate(text, &error);
        (path.to_string(), &text[range])
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
    fn a_missing_member_is_missing_from_its_object() {
        assert_eq!(
            stops_at::<Vec<Filter>>(r#"[{"limit":1}]"#),
            ("[0]".to_owned(), r#"{"limit":1}"#)
        );
    }
}
