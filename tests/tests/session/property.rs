//! Whatever a client sends, in whatever order: nothing panics, what is written is JSON-RPC, each
//! request whose id can be read is answered once unless it is cancelled, and a notification never.
//!
//! What a frame is and which id it has is judged here by `serde_json::Value` alone. A frame that
//! this cannot read may be answered, and no more is asked of that answer than its form.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use mcp_core::{Call, Session, Step, ToolSet, tool, tools};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use serde_json::{Map, Value, json};

use crate::{add, fresh};

/// Answers after it has been polled some more times.
#[tool]
async fn later(polls: u8) -> String {
    let mut left = polls % 8;
    std::future::poll_fn(|_| match left {
        0 => Poll::Ready(()),
        _ => {
            left -= 1;
            Poll::Pending
        }
    })
    .await;
    format!("after {polls}")
}

/// Panics, at once or later.
#[tool]
async fn boom(polls: u8) -> String {
    later(polls).await;
    // Without the panic hook, which would fill the log of a failed test.
    std::panic::resume_unwind(Box::new("boom"));
}

/// Answers with what it is given; as text, since this test reads no deeper than its input.
#[tool]
fn echo(any: Value, text: Option<String>) -> (String, Option<String>) {
    (any.to_string(), text)
}

fn tools() -> ToolSet {
    tools![add, later, boom, echo]
}

/// What happens to a session.
#[derive(Clone)]
enum Event {
    Frame(Vec<u8>),
    /// One of the waiting calls is polled, if there is one.
    Poll(Index),
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(frame) => write!(f, "{}", frame.escape_ascii()),
            Self::Poll(index) => write!(f, "{index:?}"),
        }
    }
}

/// How often each of the two properties is tried, with up to [`MAX_EVENTS`] events.
const CASES: u32 = 256;
const MAX_EVENTS: usize = 24;

fn config() -> Config {
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
        let mut client = Client::new();
        for frame in frames {
            client.happens(&Event::Frame(frame))?;
        }
        client.ends()?;
    }

    #[test]
    fn each_request_is_answered_once_unless_it_is_cancelled(
        version in select(VERSIONS),
        events in prop::collection::vec(event(), 0..MAX_EVENTS),
    ) {
        let mut client = Client::new();
        client.happens(&Event::Frame(initialize(version).to_string().into_bytes()))?;
        for event in &events {
            client.happens(event)?;
        }
        client.ends()?;
    }
}

/// A client that keeps count of what it is owed.
struct Client {
    session: Session,
    has_batches: bool,
    waiting: Vec<Waiting>,
}

/// A frame whose call, or batch of calls, has not ended.
struct Waiting {
    call: Call,
    frame: String,
    owed: Owed,
}

/// The answers that a frame has to have.
#[derive(Debug, Default)]
struct Owed {
    /// Ids that must be answered once.
    ids: Vec<Value>,
    /// Ids that were cancelled while they were waiting, and must not be answered.
    cancelled: Vec<Value>,
    /// Ids that may be answered once, or not at all.
    perhaps: Vec<Value>,
    /// Whether answers without an id, or with one that only the session can read, may come too.
    others: bool,
    /// Whether they may come in an array.
    together: bool,
}

impl Client {
    fn new() -> Self {
        Self {
            session: fresh(tools()),
            has_batches: false,
            waiting: Vec::new(),
        }
    }

    fn happens(&mut self, event: &Event) -> Result<(), TestCaseError> {
        match event {
            Event::Frame(frame) => self.sends(frame),
            Event::Poll(_) if self.waiting.is_empty() => Ok(()),
            Event::Poll(index) => self.polls(index.index(self.waiting.len())),
        }
    }

    fn sends(&mut self, frame: &[u8]) -> Result<(), TestCaseError> {
        let text = String::from_utf8_lossy(frame).into_owned();
        let message = Kind::of(frame, self.has_batches);
        self.cancels(&message);

        let mut out = Vec::new();
        let received = catch_unwind(AssertUnwindSafe(|| {
            match self.session.receive(frame, &mut out) {
                Step::Call(call) => call.poll_once(&mut self.session, &mut out),
                Step::Nothing | Step::Reply => None,
            }
        }));
        let Ok(call) = received else {
            return Err(TestCaseError::fail(format!("a panic at {text}")));
        };
        let owed = message.owed();
        match call {
            Some(call) => {
                prop_assert!(out.is_empty(), "{text} was answered and still runs");
                self.waiting.push(Waiting {
                    call,
                    frame: text,
                    owed,
                });
                Ok(())
            }
            None => self.is_paid(&owed, &out, &text),
        }
    }

    /// Notes which of the waiting calls a message cancels. It comes before their next poll.
    fn cancels(&mut self, message: &Kind) {
        for Waiting { owed, .. } in &mut self.waiting {
            if matches!(message, Kind::Unsure { .. }) {
                owed.perhaps.append(&mut owed.ids);
            }
            for id in message.cancelled() {
                let Some(at) = owed.ids.iter().position(|owed| owed == id) else {
                    continue;
                };
                let id = owed.ids.swap_remove(at);
                // An element of a batch may have been answered before, and waits for others.
                match owed.together {
                    true => owed.perhaps.push(id),
                    false => owed.cancelled.push(id),
                }
            }
        }
    }

    fn polls(&mut self, index: usize) -> Result<(), TestCaseError> {
        let call = &mut self.waiting[index].call;
        let cx = &mut Context::from_waker(Waker::noop());
        let polled = catch_unwind(AssertUnwindSafe(|| Pin::new(call).poll(cx)));
        match polled {
            Ok(Poll::Pending) => Ok(()),
            Ok(Poll::Ready(answer)) => {
                let Waiting { frame, owed, .. } = self.waiting.swap_remove(index);
                self.is_paid(&owed, &answer.unwrap_or_default(), &frame)
            }
            Err(_) => Err(TestCaseError::fail(format!(
                "a panic in {}",
                self.waiting[index].frame
            ))),
        }
    }

    /// Polls what still waits until it has ended.
    fn ends(&mut self) -> Result<(), TestCaseError> {
        const MAX_POLLS: usize = 16;
        for _ in 0..MAX_POLLS {
            for index in (0..self.waiting.len()).rev() {
                self.polls(index)?;
            }
        }
        prop_assert!(self.waiting.is_empty(), "a call never ends");
        Ok(())
    }

    /// Compares what was written for a frame with what was owed for it.
    fn is_paid(&mut self, owed: &Owed, out: &[u8], frame: &str) -> Result<(), TestCaseError> {
        let written = String::from_utf8_lossy(out).into_owned();
        let answers = self.answers(owed, out, frame)?;
        let mut unpaid = owed.ids.clone();
        let mut perhaps = owed.perhaps.clone();
        for answer in &answers {
            let id = answer.get("id").unwrap_or(&Value::Null);
            let paid = [&mut unpaid, &mut perhaps].into_iter().any(|ids| {
                let at = ids.iter().position(|owed| owed == id);
                at.map(|at| ids.swap_remove(at)).is_some()
            });
            let is_silent = owed.cancelled.contains(id);
            prop_assert!(paid || owed.others && !is_silent, "{frame} has {written}");
        }
        prop_assert!(unpaid.is_empty(), "{frame} has only {written}");
        Ok(())
    }

    /// The answers in what was written: none, one, or those of a batch. Each must be one.
    fn answers(
        &mut self,
        owed: &Owed,
        out: &[u8],
        frame: &str,
    ) -> Result<Vec<Map<String, Value>>, TestCaseError> {
        if out.is_empty() {
            return Ok(Vec::new());
        }
        let written = String::from_utf8_lossy(out);
        let Ok(value) = serde_json::from_slice::<Value>(out) else {
            return Err(TestCaseError::fail(format!("{frame} has {written}")));
        };
        prop_assert!(!out.contains(&b'\n'), "more than a line for {frame}");
        let answers = match value {
            Value::Array(answers) => {
                prop_assert!(owed.together, "a batch for {frame}");
                prop_assert!(!answers.is_empty(), "an empty batch for {frame}");
                answers
            }
            answer => vec![answer],
        };
        let mut objects = Vec::new();
        for answer in answers {
            let Value::Object(answer) = answer else {
                return Err(TestCaseError::fail(format!("{frame} has {written}")));
            };
            prop_assert!(is_response(&answer), "{frame} has {written}");
            self.reads(&answer);
            objects.push(answer);
        }
        Ok(objects)
    }

    /// Learns from the answer to a handshake what the session speaks from now on.
    fn reads(&mut self, answer: &Map<String, Value>) {
        let result = answer.get("result");
        let version = result.and_then(|result| result.get("protocolVersion"));
        if let Some(Value::String(version)) = version {
            self.has_batches = version == "2025-03-26";
        }
    }
}

/// Whether this is a response as JSON-RPC has it.
fn is_response(answer: &Map<String, Value>) -> bool {
    let id_is_fine = match answer.get("id") {
        None | Some(Value::Null) => answer.contains_key("error"),
        Some(id) => id.is_string() || id.is_number(),
    };
    let error_is_fine = answer.get("error").is_none_or(|error| {
        error["code"].is_i64()
            && error["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
    });
    answer.get("jsonrpc") == Some(&json!("2.0"))
        && answer.contains_key("result") != answer.contains_key("error")
        && answer.get("result").is_none_or(Value::is_object)
        && id_is_fine
        && error_is_fine
}

/// What a frame is, as far as this test can tell.
#[derive(Debug)]
enum Kind {
    Blank,
    /// Not to be read, or no message.
    Unreadable,
    /// Only the session can tell; it may be anything, also a cancellation. What begins like a
    /// batch may be one.
    Unsure {
        together: bool,
    },
    Request(Value),
    Notification,
    Cancel(Value),
    Answer,
    Batch(Vec<Kind>),
}

impl Kind {
    fn of(frame: &[u8], has_batches: bool) -> Self {
        let frame = frame.strip_prefix("\u{feff}".as_bytes()).unwrap_or(frame);
        if frame.trim_ascii().is_empty() {
            return Self::Blank;
        }
        match serde_json::from_slice(frame.trim_ascii()) {
            Ok(Value::Array(elements)) => match elements.len() {
                1..=100 if has_batches => Self::Batch(elements.iter().map(Self::of_one).collect()),
                _ => Self::Unreadable,
            },
            Ok(value) => Self::of_one(&value),
            Err(_) => Self::Unsure {
                together: has_batches && frame.trim_ascii().starts_with(b"["),
            },
        }
    }

    fn of_one(message: &Value) -> Self {
        const MAX_ID: usize = 1000;
        let Value::Object(message) = message else {
            return Self::Unreadable;
        };
        let has = |member| message.contains_key(member);
        if !has("method") && (has("result") || has("error")) {
            return Self::Answer;
        }
        let is_whole = message.get("jsonrpc") == Some(&json!("2.0"))
            && message.get("method").is_some_and(Value::is_string);
        match message.get("id") {
            Some(Value::String(id)) if id.len() > MAX_ID => Self::Unsure { together: false },
            Some(Value::Number(id)) if !id.is_i64() && !id.is_u64() => {
                Self::Unsure { together: false }
            }
            Some(id) if id.is_string() || id.is_number() => Self::Request(id.clone()),
            None if is_whole => match (&message["method"], message.get("params")) {
                (Value::String(method), Some(params)) if method == "notifications/cancelled" => {
                    Self::Cancel(params["requestId"].clone())
                }
                _ => Self::Notification,
            },
            _ => Self::Unreadable,
        }
    }

    fn owed(&self) -> Owed {
        match self {
            Self::Blank | Self::Notification | Self::Cancel(_) | Self::Answer => Owed::default(),
            Self::Unreadable => Owed {
                others: true,
                ..Owed::default()
            },
            Self::Unsure { together } => Owed {
                others: true,
                together: *together,
                ..Owed::default()
            },
            Self::Request(id) => Owed {
                ids: vec![id.clone()],
                ..Owed::default()
            },
            Self::Batch(elements) => Self::owed_together(elements),
        }
    }

    fn owed_together(elements: &[Self]) -> Owed {
        let mut together = Owed {
            together: true,
            ..Owed::default()
        };
        for owed in elements.iter().map(Self::owed) {
            together.ids.extend(owed.ids);
            together.others |= owed.others;
        }
        // Whether a cancellation stops an element before it depends on what that element asks for.
        let cancelled: Vec<_> = elements.iter().flat_map(Self::cancelled).collect();
        (together.perhaps, together.ids) = together
            .ids
            .into_iter()
            .partition(|id| cancelled.contains(&id));
        together
    }

    /// The ids that are cancelled by this.
    fn cancelled(&self) -> Vec<&Value> {
        match self {
            Self::Cancel(id) => vec![id],
            Self::Batch(elements) => elements.iter().flat_map(Self::cancelled).collect(),
            _ => Vec::new(),
        }
    }
}

const VERSIONS: &[&str] = &["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn initialize(version: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"},
    }})
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        2 => message().prop_map(|message| Event::Frame(message.to_string().into_bytes())),
        3 => frame().prop_map(Event::Frame),
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
enum Damage {
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
    const ALL: &[Self] = &[
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

    fn make(self, bytes: &mut Vec<u8>, from: Index, to: Index) {
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
