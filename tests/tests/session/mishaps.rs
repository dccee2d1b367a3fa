//! Accidents that are rare and must not spread: odd ids, destructors that panic, strict servers.

use std::sync::{Arc, Mutex};

use mcp_core::{Salvage, Server, Session, schemars, tool, tools};
use serde::{Deserialize, Deserializer};

use crate::{add, call, fresh, opened, reply, shaken};

#[test]
fn an_id_that_is_not_json_is_not_echoed() {
    for frame in [
        &br#"{"jsonrpc":"2.0","id":007,"method":"ping"}"#[..],
        b"{\"jsonrpc\":\"2.0\",\"id\":\"a\tb\",\"method\":\"ping\"}",
        br#"{"jsonrpc":"2.0","id":"\x","method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":"\u12","method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":1 2,"method":"ping"}"#,
    ] {
        let answer = reply(&mut fresh(tools![add]), frame);
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("an answer is JSON");
        assert!(answer["id"].is_null(), "{answer}");
    }
}

#[test]
fn a_long_id_is_echoed() {
    let id = "x".repeat(2000);
    let ping = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"ping"}}"#);
    assert_eq!(
        reply(&mut fresh(tools![add]), ping),
        format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{{}}}}"#)
    );
}

#[test]
fn a_long_method_is_not_repeated_whole() {
    let method = "x".repeat(1_000_000);
    let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
    assert!(reply(&mut fresh(tools![add]), request).len() < 1000);
}

#[test]
fn what_wants_no_answer_gets_none_when_it_is_too_long() {
    let mut session = opened(tools![add], "2025-11-25");
    for frame in [
        r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"t":"..."}}"#,
        r#"{"jsonrpc":"2.0","id":5,"result":{"t":"..."}}"#,
    ] {
        let mut salvage = Salvage::default();
        salvage.push(frame.as_bytes());
        let mut out = Vec::new();
        let _ = session.overlong(&salvage, 16, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), "");
    }
}

/// Panics once more when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "again");
    }
}

/// Panics twice.
#[tool]
fn twice() {
    std::panic::panic_any(Bomb);
}

#[test]
fn a_panic_whose_payload_panics_is_answered() {
    assert_eq!(
        reply(
            &mut opened(tools![twice], "2025-11-25"),
            call("twice", "{}")
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the tool `twice` failed unexpectedly"}],"isError":true}}"#
    );
}

/// What the next panic takes along.
static TAKEN: Mutex<Option<Arc<()>>> = Mutex::new(None);

/// Panics with something of value.
#[tool]
fn ruin() {
    std::panic::panic_any(TAKEN.lock().unwrap().take());
}

#[test]
fn what_a_tool_panics_with_is_dropped() {
    let value = Arc::new(());
    *TAKEN.lock().unwrap() = Some(Arc::clone(&value));
    let answer = reply(&mut opened(tools![ruin], "2025-11-25"), call("ruin", "{}"));
    assert!(answer.contains("failed unexpectedly"), "{answer}");
    assert_eq!(Arc::strong_count(&value), 1);
}

/// An argument that cannot be dropped.
#[derive(Deserialize, schemars::JsonSchema)]
struct Sticky {
    n: i64,
}

impl Drop for Sticky {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "{} sticks", self.n);
    }
}

/// Takes what cannot be dropped.
#[tool(strict)]
fn stick(_sticky: Sticky) {}

#[test]
fn a_panic_in_the_drop_of_refused_arguments_is_silent() {
    assert_eq!(
        reply(
            &mut opened(tools![stick], "2025-11-25"),
            call("stick", r#"{"sticky":{"n":1},"x":1}"#)
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`stick` was not run, since its arguments do not fit:\n- `x`: unknown, the arguments are `sticky`"}],"isError":true}}"#
    );
}

/// Decoded by code that takes a string for granted.
#[derive(schemars::JsonSchema)]
struct Unwrapped;

impl<'de> Deserialize<'de> for Unwrapped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer).ok();
        Ok(text.map(|_| Self).expect("a string"))
    }
}

/// Takes it.
#[tool]
fn unwrapped(_it: Unwrapped) {}

#[test]
fn a_decoder_that_panics_does_not_keep_the_server_from_starting() {
    let mut session = opened(tools![unwrapped, add], "2025-11-25");
    assert_eq!(
        reply(&mut session, call("add", r#"{"a":1,"b":2}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#
    );
}

/// Takes a name.
#[tool]
fn named(user_name: &str, middle: Option<String>, #[arg(default = 1)] age: i64) -> String {
    format!("{user_name} {middle:?} {age}")
}

#[test]
fn a_name_in_another_style_goes_before_a_misspelt_one_in_any_order() {
    let mut session = opened(tools![named], "2025-11-25");
    for arguments in [
        r#"{"userName":"Ann","user_nam":"Bob"}"#,
        r#"{"user_nam":"Bob","userName":"Ann"}"#,
    ] {
        assert_eq!(
            reply(&mut session, call("named", arguments)),
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Ann None 1"}],"isError":false}}"#
        );
    }
}

#[test]
fn a_strict_server_takes_neither_another_style_nor_null() {
    let server = Server::builder("test", "1.0.0")
        .tools(tools![named])
        .strict();
    let session = Session::new(server.build().expect("one tool"));
    let mut session = shaken(session, "2025-11-25");
    for arguments in [
        r#"{"userName":"Ann"}"#,
        r#"{"user_name":"Ann","middle":null}"#,
        r#"{"user_name":"Ann","age":null}"#,
    ] {
        let answer = reply(&mut session, call("named", arguments));
        assert!(answer.contains(r#""isError":true"#), "{answer}");
    }
}

#[test]
fn a_number_beyond_its_type_is_refused_in_a_models_words() {
    let mut session = opened(tools![add], "2025-11-25");
    assert_eq!(
        reply(
            &mut session,
            call("add", r#"{"a":99999999999999999999,"b":1}"#)
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`add` was not run, since its arguments do not fit:\n- `a`: expected an integer, got 99999999999999999999, which is out of range\nArguments that fit: {\"a\":1,\"b\":1}"}],"isError":true}}"#
    );
}

#[test]
fn arguments_that_nobody_asked_for_are_named_where_one_is_missing() {
    let mut session = opened(tools![add], "2025-11-25");
    assert_eq!(
        reply(&mut session, call("add", r#"{"x":1,"b":2}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`add` was not run, since its arguments do not fit:\n- `a`: missing, expected an integer\n`x` was not asked for\nArguments that fit: {\"a\":1,\"b\":1}"}],"isError":true}}"#
    );
}

/// Takes no member but its own.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed {
    n: i64,
}

/// Closed.
#[tool]
fn closed(it: Closed) -> i64 {
    it.n
}

/// Closed.
#[tool(strict)]
fn closed_exactly(it: Closed) -> i64 {
    it.n
}

#[test]
fn a_closed_struct_is_told_where_no_client_stumbles_over_it() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let answer = reply(&mut opened(tools![closed], "2025-11-25"), list);
    assert!(!answer.contains("additionalProperties"), "{answer}");
    let answer = reply(&mut opened(tools![closed_exactly], "2025-11-25"), list);
    let closed = r#""additionalProperties":false"#;
    assert_eq!(answer.matches(closed).count(), 2, "{answer}");
}
