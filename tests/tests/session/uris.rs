//! URIs of every kind: what a template makes is found in it again, and nothing else is.

use std::fmt::Write;

use mcp_core::{Server, Session, resource, resources};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tests::fuzz;

use crate::property::config;
use crate::{reply, shaken};

#[resource("order://{id}/lines/{line}{?note,more}")]
fn order(id: String, line: String, note: Option<String>, more: Option<String>) -> String {
    json!([id, line, note, more]).to_string()
}

#[resource("tree:///{+path}")]
fn tree(path: String) -> String {
    json!([path]).to_string()
}

fn session() -> Session {
    let server = Server::builder("test", "1.0.0").resources(resources![order, tree]);
    shaken(Session::new(server.build().unwrap()), "2025-11-25")
}

/// What the variables in a URI are; `null` if it is no resource.
fn variables(uri: &str) -> Value {
    let frame = json!({
        "jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": { "uri": uri },
    });
    let answer: Value = serde_json::from_str(&reply(&mut session(), frame.to_string())).unwrap();
    let text = answer["result"]["contents"][0]["text"].as_str();
    text.map_or(Value::Null, |text| serde_json::from_str(text).unwrap())
}

/// A value as RFC 6570 puts it into a URI; one of `{+variable}` keeps its slashes.
fn expanded(value: &str, kept: &str) -> String {
    let mut expanded = String::new();
    for c in value.chars() {
        if c.is_ascii_alphanumeric() || "-._~".contains(c) || kept.contains(c) {
            expanded.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                write!(expanded, "%{byte:02X}").unwrap();
            }
        }
    }
    expanded
}

/// Whether a value could lead out of a folder that it is a path in.
fn leads_out(value: &str) -> bool {
    let mut segments = value.split(['/', '\\']);
    segments.clone().any(|segment| segment == "..")
        || segments.next() == Some("")
        || value.contains('\0')
}

/// Values that are hard to tell from what stands around them.
fn value() -> impl Strategy<Value = String> {
    let pieces = select(vec![
        "a", "é", "/", "\\", "..", ".", "%", "%2f", "%2e", "?", "#", "&", "=", "+", " ", "{", "}",
        "\0", ":", "lines", "/lines/", "note",
    ]);
    let pieces = prop::collection::vec(pieces, 1..5).prop_map(|pieces| pieces.concat());
    prop_oneof![3 => pieces, 1 => ".{1,6}"]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_a_template_makes_is_found_in_it(
        id in value(), line in value(), note in prop::option::of(value()),
    ) {
        let query = note.as_ref().map(|note| format!("?note={}", expanded(note, "")));
        let uri = format!(
            "order://{}/lines/{}{}",
            expanded(&id, ""), expanded(&line, ""), query.unwrap_or_default(),
        );
        let found = match leads_out(&id) || leads_out(&line) {
            true => Value::Null,
            false => json!([id, line, note, null]),
        };
        prop_assert_eq!(variables(&uri), found, "{}", uri);
    }

    #[test]
    fn a_path_is_found_whole_unless_it_leads_out(path in value()) {
        let uri = format!("tree:///{}", expanded(&path, "/"));
        let found = match leads_out(&path) {
            true => Value::Null,
            false => json!([path]),
        };
        prop_assert_eq!(variables(&uri), found, "{}", uri);
    }

    /// URIs put together of what tells templates apart, what leads out of folders, and anything.
    #[test]
    fn any_uri_is_held_to_its_template_and_its_folder(
        start in select(vec![
            "docs:///", "user://", "orders://", "tree:/", "mixed://", "deep://", "file:///", "",
        ]),
        pieces in prop::collection::vec(
            prop_oneof![
                4 => select(vec![
                    "..", "%2e%2e", "%2E.", ".", "/", "%2f", "\\", "%5c", "%00", "%25", "%", "C:",
                    "?", "limit=", "&", "#", "a.md", "deep", "er", "out", "secret.md", "root",
                    "link.md", ".hidden", "ignored.log", "shown.md", "-", ".md", "/end", "/lines",
                    "/posts/", "me", "%C3", "%A4",
                ]).prop_map(str::to_owned),
                1 => ".{0,3}",
            ],
            0..9,
        ),
    ) {
        fuzz::uris(format!("{start}{}", pieces.concat()).as_bytes());
    }
}
