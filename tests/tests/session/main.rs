//! Sessions driven with byte strings, the way a transport does it.
//!
//! Frames and answers stand in the tests as they are on the wire. What is here gives them to a
//! session and takes the answer out, nothing else.

/// Tools that take a value of a type each, and say that they have.
macro_rules! taking {
    ($($name:ident: $type:ty),*) => {$(
        /// Takes a value.
        #[mcp_core::tool]
        #[expect(unused_variables, reason = "only its decoding matters")]
        fn $name(value: $type) -> &'static str {
            "taken"
        }
    )*};
}

mod agreement;
mod args;
mod arguments;
mod asking;
mod batches;
mod calls;
mod cancellation;
mod completion;
mod content;
mod context;
mod data;
mod directory;
mod docs;
mod errors;
mod excess;
mod faults;
mod gate;
mod layers;
mod lifecycle;
mod limits;
mod listening;
mod lists;
mod mishaps;
mod official;
mod prompts;
mod property;
mod resources;
mod rounds;
mod runtime;
mod seeds;
mod structured;
mod subscriptions;
mod surface;
mod tasks;
mod time;
mod traces;
mod uris;
mod versions;
#[cfg(target_os = "linux")]
mod watch;

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use mcp_core::{Call, Server, Session, Step, ToolSet, tool};

/// Adds two integers.
#[tool]
fn add(a: i64, b: i64) -> String {
    (a + b).to_string()
}

/// A conversation with a server of these tools, in which nothing has been said yet.
fn fresh(tools: ToolSet) -> Session {
    let server = Server::builder("test", "1.0.0").tools(tools);
    Session::new(server.build().expect("the tools go together"))
}

/// A conversation that has agreed on a version.
fn opened(tools: ToolSet, version: &str) -> Session {
    shaken(fresh(tools), version)
}

/// Shakes hands on a version.
fn shaken(mut session: Session, version: &str) -> Session {
    let answer = reply(&mut session, initialize(version));
    assert!(
        answer.contains(&format!(r#""protocolVersion":"{version}""#)),
        "{answer}"
    );
    session
}

fn initialize(version: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    )
}

/// What a frame is answered with; empty if it is not answered. A call has to be ready at once.
fn reply(session: &mut Session, frame: impl AsRef<[u8]>) -> String {
    let mut out = Vec::new();
    match session.receive(frame.as_ref(), &mut out) {
        Step::Nothing => assert!(out.is_empty(), "nothing was to be said"),
        Step::Reply => assert!(!out.is_empty(), "a reply has bytes"),
        Step::Call(call) => {
            assert!(out.is_empty(), "a call answers later");
            let waiting = call.poll_once(session, &mut out);
            assert!(waiting.is_none(), "the call waits");
        }
    }
    String::from_utf8(out).expect("answers are UTF-8")
}

/// The call that a frame makes, which still waits after its first poll.
fn waiting(session: &mut Session, frame: impl AsRef<[u8]>) -> Call {
    let mut out = Vec::new();
    let Step::Call(call) = session.receive(frame.as_ref(), &mut out) else {
        panic!("no call: {}", String::from_utf8_lossy(&out));
    };
    let call = call.poll_once(session, &mut out);
    assert!(out.is_empty(), "a call that waits says nothing");
    call.expect("the call waits")
}

/// The call that a frame makes, which has not been polled yet.
fn unpolled(session: &mut Session, frame: impl AsRef<[u8]>) -> Call {
    match session.receive(frame.as_ref(), &mut Vec::new()) {
        Step::Call(call) => call.detach(session),
        step => panic!("no call: {step:?}"),
    }
}

/// Polls a call: its answer, if it has one, once it has ended.
fn poll(call: &mut Call) -> Poll<Option<String>> {
    let polled = Pin::new(call).poll(&mut Context::from_waker(Waker::noop()));
    polled.map(|answer| answer.map(|bytes| String::from_utf8(bytes).expect("answers are UTF-8")))
}

/// An answer, for comparison with what [`poll`] gives.
fn answered(text: &str) -> Poll<Option<String>> {
    Poll::Ready(Some(text.to_owned()))
}

/// What a call that was cancelled ends with.
const SILENCE: Poll<Option<String>> = Poll::Ready(None);

/// The frame that calls a tool with the id 1.
fn call(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

/// The frame of a request of the stateless era with the id 1. `params` are the members that
/// follow `_meta`, each after a comma.
fn stateless(method: &str, params: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}{params}}}}}"#
    )
}
