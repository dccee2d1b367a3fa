//! Whatever a client sends, in whatever order, its conversation keeps what it promises.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use serde_json::{Value, json};
use tests::conversation::{Conversation, VERSIONS, initialize};

/// What happens to a session.
#[derive(Clone, Debug)]
enum Event {
    Frame(Bytes),
    /// One of the waiting calls is polled, if there is one.
    Poll(Index),
}

/// Bytes that are told as text.
#[derive(Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

/// How often each of the two properties is tried, with up to [`MAX_EVENTS`] events.
const CASES: u32 = 256;
const MAX_EVENTS: usize = 24;

pub(crate) fn config() -> Config {
    Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_at_all_are_survived(
        frames in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..64), 0..MAX_EVENTS),
    ) {
        let mut conversation = Conversation::new();
        for frame in &frames {
            conversation.sends(frame);
        }
        conversation.ends();
    }

    #[test]
    fn each_request_is_answered_once_unless_it_is_cancelled(
        version in select(VERSIONS),
        events in prop::collection::vec(event(), 0..MAX_EVENTS),
    ) {
        let mut conversation = Conversation::opened(version);
        for event in &events {
            match event {
                Event::Frame(Bytes(frame)) => conversation.sends(frame),
                Event::Poll(_) if conversation.waiting() == 0 => {}
                Event::Poll(index) => conversation.polls(index.index(conversation.waiting())),
            }
        }
        conversation.ends();
    }
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        2 => message().prop_map(|message| Event::Frame(Bytes(message.to_string().into_bytes()))),
        3 => frame().prop_map(|frame| Event::Frame(Bytes(frame))),
        2 => any::<Index>().prop_map(Event::Poll),
    ]
}

/// Few ids, so that they meet.
fn id() -> impl Strategy<Value = Value> {
    select(vec![
        json!(0),
        json!(1),
        json!(-1),
        json!("1"),
        json!("é\n"),
        json!(""),
    ])
}

/// A valid message.
fn message() -> impl Strategy<Value = Value> {
    let requests = (id(), request()).prop_map(|(id, mut request)| {
        request["id"] = id;
        request
    });
    let one = prop_oneof![
        4 => requests,
        3 => id().prop_map(|id| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})),
        1 => request(),
        1 => id().prop_map(|id| json!({"jsonrpc": "2.0", "id": id, "result": {}})),
    ];
    let one = one.boxed();
    prop_oneof![
        6 => one.clone(),
        1 => prop::collection::vec(one, 0..6).prop_map(Value::Array),
    ]
}

/// A request without an id.
fn request() -> impl Strategy<Value = Value> {
    let method = |method: &str| json!({"jsonrpc": "2.0", "method": method});
    let about =
        |method: &str, params: Value| json!({"jsonrpc": "2.0", "method": method, "params": params});
    let call = |name: &str, arguments: Value| json!({"jsonrpc": "2.0", "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    let stateless = |mut request: Value| {
        request["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        request
    };
    prop_oneof![
        8 => (any::<u8>(), any::<bool>()).prop_map(move |(polls, is_stateless)| {
            let later = call("later", json!({"polls": polls}));
            if is_stateless { stateless(later) } else { later }
        }),
        4 => (any::<u8>(), any::<bool>(), any::<bool>()).prop_map(move |(polls, reads, is_stateless)| {
            let about = match reads {
                true => about("resources/read", json!({"uri": format!("shelf://{polls}?wait=true")})),
                false => about("prompts/get", json!({"name": "summarize", "arguments": {"polls": polls.to_string()}})),
            };
            if is_stateless { stateless(about) } else { about }
        }),
        2 => select(vec![
            method("resources/list"),
            method("resources/templates/list"),
            method("prompts/list"),
            stateless(method("resources/list")),
            about("resources/list", json!({"cursor": "0:more"})),
            about("resources/list", json!({"cursor": "7:"})),
            about("resources/read", json!({"uri": "shelf://all"})),
            about("resources/read", json!({"uri": "shelf://9?wait=%74rue&wait"})),
            about("resources/read", json!({"uri": "shelf://../%00"})),
            about("resources/subscribe", json!({"uri": "shelf://all"})),
            about("prompts/get", json!({"name": "summarise"})),
            about("completion/complete", json!({
                "ref": {"type": "ref/resource", "uri": "shelf://{polls}{?wait}"},
                "argument": {"name": "polls", "value": "1"},
                "context": {"arguments": {"wait": "true"}},
            })),
            about("completion/complete", json!({
                "ref": {"type": "ref/prompt", "name": "summarize"},
                "argument": {"name": "title", "value": ""},
            })),
        ]),
        4 => select(vec![
            method("ping"),
            method("tools/list"),
            method("no/such"),
            method("notifications/initialized"),
            stateless(method("server/discover")),
            stateless(method("tools/list")),
            call("add", json!({"a": 1, "b": "2"})),
            call("add", json!({"a": 1})),
            call("ad", json!({})),
            call("echo", json!({"any": [1.5, {"a": null}], "text": "\u{2028}\n"})),
        ]),
        1 => any::<u8>().prop_map(move |polls| call("boom", json!({"polls": polls}))),
        1 => select(VERSIONS).prop_map(initialize),
    ]
}

/// A message in which something has gone wrong.
fn frame() -> impl Strategy<Value = Vec<u8>> {
    let members = prop::collection::vec((select(Change::ALL), any::<Index>()), 0..3);
    let bytes = prop::collection::vec((select(Damage::ALL), any::<Index>(), any::<Index>()), 0..3);
    (message(), members, bytes).prop_map(|(mut message, changes, damages)| {
        for (change, place) in &changes {
            let mut places = Vec::new();
            collect(&message, &mut String::new(), &mut places);
            let pointer = &places[place.index(places.len())];
            change.make(&mut message, pointer);
        }
        let mut bytes = message.to_string().into_bytes();
        for (damage, from, to) in &damages {
            damage.make(&mut bytes, *from, *to);
        }
        bytes
    })
}

/// The JSON pointers of all values in a message.
fn collect(value: &Value, pointer: &mut String, places: &mut Vec<String>) {
    places.push(pointer.clone());
    let length = pointer.len();
    let mut child = |key: &str, value: &Value| {
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        collect(value, pointer, places);
        pointer.truncate(length);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| child(key, value)),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, value)| child(&index.to_string(), value));
        }
        _ => {}
    }
}

/// What goes wrong in a message that is JSON all the same.
#[derive(Clone, Copy, Debug)]
enum Change {
    Drop,
    Null,
    Fraction,
    Text,
    List,
    Object,
    Deep,
}

impl Change {
    const ALL: &[Self] = &[
        Self::Drop,
        Self::Null,
        Self::Fraction,
        Self::Text,
        Self::List,
        Self::Object,
        Self::Deep,
    ];

    /// Changes the value at a JSON pointer.
    fn make(self, message: &mut Value, pointer: &str) {
        let changed = match self {
            Self::Drop => return remove(message, pointer),
            Self::Null => Value::Null,
            Self::Fraction => json!(1.5),
            Self::Text => json!("1"),
            Self::List => json!([1]),
            Self::Object => json!({"id": 1}),
            Self::Deep => (0..200).fold(json!(1), |deep, _| json!([deep])),
        };
        if let Some(value) = message.pointer_mut(pointer) {
            *value = changed;
        }
    }
}

fn remove(message: &mut Value, pointer: &str) {
    let Some((parent, key)) = pointer.rsplit_once('/') else {
        return;
    };
    match message.pointer_mut(parent) {
        Some(Value::Object(members)) => {
            members.remove(&key.replace("~1", "/").replace("~0", "~"));
        }
        Some(Value::Array(items)) => {
            items.remove(key.parse().expect("an index"));
        }
        _ => {}
    }
}

/// What goes wrong in the bytes of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Damage {
    Truncate,
    Cut,
    Repeat,
    Insert(&'static [u8]),
    /// A member that was not there, or was there once.
    Member(&'static [u8]),
    /// A letter is spelled with an escape.
    Escape,
    Deep,
}

impl Damage {
    pub(crate) const ALL: &[Self] = &[
        Self::Truncate,
        Self::Cut,
        Self::Repeat,
        Self::Insert(b"\xff"),
        Self::Insert(b"\xed\xa0\x80"),
        Self::Insert(b"\0"),
        Self::Insert(b"\r"),
        Self::Insert("\u{feff}".as_bytes()),
        Self::Insert(b"\""),
        Self::Insert(b"{"),
        Self::Insert(b"}"),
        Self::Insert(b","),
        Self::Insert(b"0"),
        Self::Member(br#""id":1,"#),
        Self::Member(br#""\u0069d":"1","#),
        Self::Member(br#""method":"ping","#),
        Self::Member(br#""result":{},"#),
        Self::Member(br#""params":null,"#),
        Self::Escape,
        Self::Deep,
    ];

    pub(crate) fn make(self, bytes: &mut Vec<u8>, from: Index, to: Index) {
        let (from, to) = (from.index(bytes.len() + 1), to.index(bytes.len() + 1));
        let range = from.min(to)..from.max(to);
        match self {
            Self::Truncate => bytes.truncate(from),
            Self::Cut => drop(bytes.drain(range)),
            Self::Repeat => {
                let part = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, part);
            }
            Self::Insert(part) => drop(bytes.splice(from..from, part.iter().copied())),
            Self::Member(part) => {
                let open = bytes[from..].iter().position(|byte| *byte == b'{');
                let at = open.map_or(0, |open| from + open + 1);
                bytes.splice(at..at, part.iter().copied());
            }
            Self::Escape => {
                let letter = bytes[from..].iter().position(u8::is_ascii_lowercase);
                if let Some(at) = letter.map(|letter| from + letter) {
                    let escape = format!("\\u{:04x}", bytes[at]);
                    bytes.splice(at..=at, escape.into_bytes());
                }
            }
            Self::Deep => drop(bytes.splice(from..from, [b'['; 10_000])),
        }
    }
}
