//! Whether two templates match one URI, so that nobody could tell whose it is.

use std::collections::HashSet;

use super::address::{Address, Part, in_segment};

/// One step through a template.
#[derive(Clone, Copy)]
enum Token {
    Byte(u8),
    /// A byte of a variable.
    One(fn(u8) -> bool),
    /// Any number of them.
    Many(fn(u8) -> bool),
    /// A `?` and what follows it, or the end.
    Query,
}

/// Whether there is a URI that both match.
pub(crate) fn overlap(a: &Address, b: &Address) -> bool {
    let (a, b) = (tokens(a), tokens(b));
    let mut open = vec![(0, 0)];
    let mut seen = HashSet::new();
    while let Some((i, j)) = open.pop() {
        if !seen.insert((i, j)) {
            continue;
        }
        if i == a.len() && j == b.len() {
            return true;
        }
        open.extend(skipped(&a, i).map(|i| (i, j)));
        open.extend(skipped(&b, j).map(|j| (i, j)));
        if let (Some(one), Some(other)) = (a.get(i), b.get(j))
            && one.meets(*other)
        {
            open.push((one.after(i), other.after(j)));
        }
    }
    false
}

/// The place behind a token that may stand for nothing.
fn skipped(tokens: &[Token], place: usize) -> Option<usize> {
    match tokens.get(place)? {
        Token::Many(_) => Some(place + 1),
        Token::Query => Some(tokens.len()),
        Token::Byte(_) | Token::One(_) => None,
    }
}

impl Token {
    /// Whether there is a byte that both take.
    fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Byte(a), Self::Byte(b)) => a == b,
            (Self::Byte(byte), Self::One(takes) | Self::Many(takes))
            | (Self::One(takes) | Self::Many(takes), Self::Byte(byte)) => takes(byte),
            (Self::Query, other) | (other, Self::Query) => match other {
                Self::Query => true,
                other => Self::Byte(b'?').meets(other),
            },
            // Both take letters.
            (Self::One(_) | Self::Many(_), Self::One(_) | Self::Many(_)) => true,
        }
    }

    /// Where one is when it has taken a byte.
    fn after(self, place: usize) -> usize {
        match self {
            Self::Many(_) => place,
            Self::Byte(_) | Self::One(_) | Self::Query => place + 1,
        }
    }
}

fn tokens(address: &Address) -> Vec<Token> {
    let any: fn(u8) -> bool = |_| true;
    let tokens = address.parts().iter().flat_map(|part| match part {
        Part::Text(text) => text.bytes().map(Token::Byte).collect(),
        Part::Segment(_) => vec![Token::One(in_segment), Token::Many(in_segment)],
        Part::Rest(_) => vec![Token::One(any), Token::Many(any)],
        Part::Query(_) => vec![Token::Query, Token::Many(any)],
    });
    tokens.collect()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    const fn text(text: &'static str) -> Part {
        Part::Text(Cow::Borrowed(text))
    }

    const USER: &[Part] = &[text("u://"), Part::Segment("id")];
    const POSTS: &[Part] = &[text("u://"), Part::Segment("id"), text("/posts")];
    const NAMED: &[Part] = &[text("u://n-"), Part::Segment("name")];
    const ALL: &[Part] = &[text("u://"), Part::Rest("all")];
    const FOUND: &[Part] = &[text("u://x"), Part::Query(&["q"])];
    const SEARCH: &[Part] = &[text("u://x/"), Part::Query(&["q"])];
    const OTHER: &[Part] = &[text("v://"), Part::Rest("all")];

    #[test]
    fn templates_that_match_one_uri_overlap() {
        let overlaps = |a, b| {
            let (a, b) = (Address::template("", a), Address::template("", b));
            assert_eq!(overlap(&a, &b), overlap(&b, &a));
            overlap(&a, &b)
        };
        assert!(overlaps(USER, USER));
        assert!(overlaps(USER, NAMED));
        assert!(overlaps(USER, ALL));
        assert!(overlaps(POSTS, ALL));
        assert!(overlaps(USER, FOUND));
        assert!(overlaps(FOUND, ALL));
        assert!(!overlaps(USER, POSTS));
        assert!(!overlaps(NAMED, FOUND));
        assert!(!overlaps(USER, SEARCH));
        assert!(!overlaps(ALL, OTHER));
    }

    /// A template of a few parts, and a URI that it matches unless a value would lead out.
    fn matched() -> impl Strategy<Value = (Address, String)> {
        let texts = select(vec!["a", "b", "/", "a/", "?a", "?"]);
        let variable = (
            any::<bool>(),
            select(vec!["a", "b", "ab", "a-b"]),
            select(vec!["", "/b"]),
        );
        let parts = prop::collection::vec((texts, prop::option::of(variable)), 1..4);
        (parts, prop::option::of(select(vec!["", "?q=a", "?"]))).prop_map(|(parts, query)| {
            let (mut template, mut uri) = (vec![text("u:")], "u:".to_owned());
            for (before, variable) in parts {
                template.push(text(before));
                uri.push_str(before);
                let Some((is_rest, value, more)) = variable else {
                    continue;
                };
                uri.push_str(value);
                match is_rest {
                    true => {
                        uri.push_str(more);
                        template.push(Part::Rest("v"));
                    }
                    false => template.push(Part::Segment("v")),
                }
            }
            if let Some(query) = query {
                template.push(Part::Query(&["q"]));
                uri.push_str(query);
            }
            (Address::template("", template.leak()), uri)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 2000,
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn whatever_matches_a_uri_of_another_overlaps_it(
            (one, uri) in matched(), (other, _) in matched(),
        ) {
            if one.captured(&uri).is_some() && other.captured(&uri).is_some() {
                prop_assert!(overlap(&one, &other), "{:?} {:?} {}", one, other, uri);
            }
        }
    }
}
