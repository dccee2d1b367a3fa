//! A session and a client that keeps count of what it is owed.
//!
//! Whatever a client sends, in whatever order: nothing panics, what is written is JSON-RPC, each
//! request whose id can be read is answered once unless it is cancelled, and a notification never.

use std::future::poll_fn;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use mcp_core::{
    Call, Completing, Json, Listing, ResourceLink, ResourcePage, Server, Session, Step, prompt,
    prompts, resource, resources, tool, tools,
};
use serde_json::{Value, json};

use crate::owed::{Kind, Owed};

/// Adds two integers.
#[tool]
fn add(a: i64, b: i64) -> String {
    a.wrapping_add(b).to_string()
}

/// Answers after it has been polled some more times.
#[tool]
async fn later(polls: u8) -> String {
    let mut left = polls % 8;
    poll_fn(|_| match left {
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
async fn boom(#[arg(default)] polls: u8) -> String {
    later(polls).await;
    // Without the panic hook, which fills a log, and ends a fuzzer.
    resume_unwind(Box::new("boom"));
}

/// Answers with what it is given; as text, since its caller reads no deeper than its input.
#[tool]
fn echo(text: Option<String>, any: Option<Value>) -> (Option<String>, Option<String>) {
    (text, any.map(|any| any.to_string()))
}

/// May hold its thread.
#[tool(blocking)]
fn hold(text: String) -> String {
    text
}

/// What there is to read.
#[resource("shelf://all")]
fn shelf() -> Json<[u8; 8]> {
    Json([0, 1, 2, 3, 4, 5, 6, 7])
}

/// Is there after some more polls, for a number below 8.
#[resource("shelf://{polls}{?wait}", list = books)]
async fn book(#[arg(complete = numbers)] polls: u8, wait: Option<bool>) -> Option<String> {
    match wait {
        Some(true) => Some(later(polls).await),
        _ => (polls < 8).then(|| polls.to_string()),
    }
}

/// Some of the books, and some more.
#[expect(clippy::needless_pass_by_value, reason = "it is handed over")]
fn books(listing: Listing) -> ResourcePage {
    let links = (0..3).map(|n| ResourceLink::new(format!("shelf://{n}"), n.to_string()));
    match listing.cursor() {
        None => ResourcePage::new(links).next("more"),
        Some(_) => ResourcePage::new(links),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed over")]
fn numbers(asked: Completing) -> Vec<String> {
    let more = usize::from(asked.argument("wait").is_some()) * 200;
    (0..8 + more).map(|n| n.to_string()).collect()
}

/// Asks for a summary, after some more polls.
#[prompt]
async fn summarize(#[arg(default)] polls: u8, title: Option<String>) -> Vec<String> {
    vec![later(polls).await, title.unwrap_or_default()]
}

/// What is spoken with.
pub(crate) static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let server = Server::builder("test", "1.0.0")
        .tools(tools![add, later, boom, echo, hold])
        .resources(resources![shelf, book])
        .prompts(prompts![summarize]);
    server.build().expect("the functions go together")
});

/// The versions that have a handshake.
pub const VERSIONS: &[&str] = &["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The handshake of a version.
pub fn initialize(version: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
        "protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"},
    }})
}

/// A conversation of which every answer is checked.
#[derive(Debug)]
pub struct Conversation {
    session: Session,
    has_batches: bool,
    waiting: Vec<Waiting>,
}

/// A frame whose call, or batch of calls, has not ended.
#[derive(Debug)]
struct Waiting {
    call: Call,
    frame: String,
    owed: Owed,
}

impl Conversation {
    /// One in which nothing has been said yet.
    pub fn new() -> Self {
        Self {
            session: Session::new(SERVER.clone()),
            has_batches: false,
            waiting: Vec::new(),
        }
    }

    /// One that has begun with a handshake.
    pub fn opened(version: &str) -> Self {
        let mut conversation = Self::new();
        conversation.sends(initialize(version).to_string().as_bytes());
        conversation
    }

    /// The client sends a frame, whose call is polled once.
    #[track_caller]
    pub fn sends(&mut self, frame: &[u8]) {
        let text = String::from_utf8_lossy(frame).into_owned();
        let message = Kind::of(frame, self.has_batches);
        for waiting in &mut self.waiting {
            waiting.owed.cancel(&message);
        }
        let mut out = Vec::new();
        let call = match self.session.receive(frame, &mut out) {
            Step::Call(call) => call.poll_once(&mut self.session, &mut out),
            Step::Nothing | Step::Reply => None,
        };
        match call {
            Some(call) => {
                assert!(out.is_empty(), "{text} was answered and still runs");
                self.waiting.push(Waiting {
                    call,
                    frame: text,
                    owed: message.owed(),
                });
            }
            None => self.reads(message.owed(), &out, &text),
        }
    }

    /// How many calls wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Polls one of the calls that wait.
    #[track_caller]
    pub fn polls(&mut self, index: usize) {
        let call = &mut self.waiting[index].call;
        let polled = Pin::new(call).poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(answer) = polled {
            let Waiting { frame, owed, .. } = self.waiting.swap_remove(index);
            self.reads(owed, &answer.unwrap_or_default(), &frame);
        }
    }

    /// Polls what still waits until it has ended, and checks that all goes on as ever.
    #[track_caller]
    pub fn ends(&mut self) {
        const MAX_POLLS: usize = 16;
        for _ in 0..MAX_POLLS {
            for index in (0..self.waiting.len()).rev() {
                self.polls(index);
            }
        }
        assert!(self.waiting.is_empty(), "a call never ends");
        let mut out = Vec::new();
        let ping = br#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#;
        let step = self.session.receive(ping, &mut out);
        assert!(matches!(step, Step::Reply), "{step:?}");
        assert_eq!(out, br#"{"jsonrpc":"2.0","id":"last","result":{}}"#);
    }

    /// Checks what was written for a frame, and learns from the answer to a handshake what the
    /// session speaks from now on.
    #[track_caller]
    fn reads(&mut self, owed: Owed, out: &[u8], frame: &str) {
        for answer in owed.settle(out, frame) {
            let result = answer.get("result");
            let version = result.and_then(|result| result.get("protocolVersion"));
            if let Some(Value::String(version)) = version {
                self.has_batches = version == "2025-03-26";
            }
        }
    }
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new()
    }
}
