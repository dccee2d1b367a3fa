//! What a frame has to be answered with.
//!
//! What a frame is and which id it has is judged here by `serde_json::Value` alone. A frame that
//! this cannot read may be answered, and no more is asked of that answer than its form.

use serde_json::{Map, Value, json};

/// The answers that a frame has to have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owed {
    /// Ids that must be answered once.
    pub(crate) ids: Vec<Value>,
    /// Ids that were cancelled while they were waiting, and must not be answered.
    cancelled: Vec<Value>,
    /// Ids that may be answered once, or not at all.
    perhaps: Vec<Value>,
    /// Whether answers without an id, or with one that only the session can read, may come too.
    others: bool,
    /// Whether they may come in an array.
    together: bool,
}

impl Owed {
    /// Takes note that a message has come which may cancel some of it, before the next poll.
    pub(crate) fn cancel(&mut self, message: &Kind) {
        if matches!(message, Kind::Unsure { .. }) {
            self.perhaps.append(&mut self.ids);
        }
        for id in message.cancelled() {
            let Some(at) = self.ids.iter().position(|owed| owed == id) else {
                continue;
            };
            let id = self.ids.swap_remove(at);
            // An element of a batch may have been answered before, and waits for others.
            match self.together {
                true => self.perhaps.push(id),
                false => self.cancelled.push(id),
            }
        }
    }

    /// Compares what was written for a frame with what was owed for it, and returns the answers.
    #[track_caller]
    pub(crate) fn settle(mut self, out: &[u8], frame: &str) -> Vec<Map<String, Value>> {
        let written = String::from_utf8_lossy(out);
        let answers = self.answers(out, frame);
        for answer in &answers {
            let id = answer.get("id").unwrap_or(&Value::Null);
            let paid = [&mut self.ids, &mut self.perhaps].into_iter().any(|ids| {
                let at = ids.iter().position(|owed| owed == id);
                at.map(|at| ids.swap_remove(at)).is_some()
            });
            let is_silent = self.cancelled.contains(id);
            assert!(paid || self.others && !is_silent, "{frame} has {written}");
        }
        assert!(self.ids.is_empty(), "{frame} has only {written}");
        answers
    }

    /// The answers in what was written: none, one, or those of a batch. Each must be one.
    #[track_caller]
    fn answers(&self, out: &[u8], frame: &str) -> Vec<Map<String, Value>> {
        if out.is_empty() {
            return Vec::new();
        }
        let written = String::from_utf8_lossy(out);
        assert!(!out.contains(&b'\n'), "more than a line for {frame}");
        let answers =
            match read(out).unwrap_or_else(|error| panic!("{error}: {frame} has {written}")) {
                Value::Array(answers) => {
                    assert!(self.together, "a batch for {frame}");
                    assert!(!answers.is_empty(), "an empty batch for {frame}");
                    answers
                }
                answer => vec![answer],
            };
        let object = |answer| match answer {
            Value::Object(answer) if is_response(&answer) => answer,
            _ => panic!("{frame} has {written}"),
        };
        answers.into_iter().map(object).collect()
    }
}

/// Reads what was written. An id with half of a character comes back as it was sent; that is JSON,
/// but no text, and another character stands for it here. So does one of more digits than a number
/// can have, which are cut.
fn read(out: &[u8]) -> serde_json::Result<Value> {
    const MAX_DIGITS: usize = 300;

    serde_json::from_slice(out).or_else(|_| {
        let mut text = out.to_vec();
        let mut digits = 0;
        text.retain(|byte| {
            digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
            digits <= MAX_DIGITS
        });
        for at in 0..text.len().saturating_sub(3) {
            if let [
                b'\\',
                b'u',
                b'd' | b'D',
                b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F',
            ] = text[at..at + 4]
            {
                text[at + 2..at + 4].fill(b'0');
            }
        }
        serde_json::from_slice(&text)
    })
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

/// What a frame is, as far as can be told from outside.
#[derive(Debug)]
pub(crate) enum Kind {
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
    pub(crate) fn of(frame: &[u8], has_batches: bool) -> Self {
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

    pub(crate) fn owed(&self) -> Owed {
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
