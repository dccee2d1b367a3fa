//! What is no message, what fails, and what panics: each has its answer, and the session goes on.

use std::fmt;

use mcp_core::{Salvage, Session, ToolSet, schemars, tool, tools};
use serde::{Deserialize, Serialize};

use crate::gate::{Gate, wait};
use crate::{add, answered, call, fresh, opened, poll, reply, stateless, waiting};

fn session(tools: ToolSet) -> Session {
    opened(tools, "2025-06-18")
}

/// A session is whole if it still answers.
fn assert_lives(session: &mut Session) {
    assert_eq!(
        reply(session, r#"{"jsonrpc":"2.0","id":"alive","method":"ping"}"#),
        r#"{"jsonrpc":"2.0","id":"alive","result":{}}"#
    );
}

#[test]
fn a_line_that_is_not_json_is_a_parse_error() {
    let mut session = session(tools![add]);
    for frame in [
        "{",
        "this is not json",
        "}",
        "\"",
        "{\"a\"",
        "nul",
        "1 2",
        "\u{1}",
    ] {
        let answer = reply(&mut session, frame);
        assert!(
            answer.starts_with(
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"malformed JSON: "#
            ),
            "{frame}: {answer}"
        );
    }
    assert_lives(&mut session);
}

#[test]
fn bytes_that_are_no_text_are_a_parse_error() {
    let mut session = session(tools![add]);
    assert_eq!(
        reply(&mut session, b"\xff\xfe"),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"malformed JSON: invalid utf-8 sequence of 1 bytes from index 0"}}"#
    );
    assert_lives(&mut session);
}

#[test]
fn the_id_of_a_line_that_is_not_json_is_found_if_it_can_be() {
    let mut session = session(tools![add]);
    for (frame, id) in [
        (&br#"{"jsonrpc":"2.0","id":5,"method":"tools/ca"#[..], "5"),
        (
            br#"{"jsonrpc":"2.0","id":"a\"b","method":"ping"} x"#,
            r#""a\"b""#,
        ),
        (br#"{"id":-7,"id":8,"method"#, "8"),
        (br#"{"params":{"id":1},"id":2}}"#, "2"),
        (
            b"{\"jsonrpc\":\"2.0\",\"params\":{\"text\":\"\xff\"},\"id\":6,\"method\":\"m\"}",
            "6",
        ),
        (
            br#"{"jsonrpc":"2.0","id":7,"method":"ping"}{"jsonrpc":"2.0","id":8,"method":"ping"}"#,
            "7",
        ),
    ] {
        let answer = reply(&mut session, frame);
        let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32700,"#);
        assert!(answer.starts_with(&start), "{answer}");
    }
}

#[test]
fn an_id_that_cannot_be_told_from_a_part_of_one_is_not_guessed() {
    let mut session = session(tools![add]);
    for frame in [
        r#"{"jsonrpc":"2.0","id":12"#,
        r#"{"jsonrpc":"2.0","id":"ab"#,
        r#"{"method":"m","params":{"id":1}"#,
        r#"{"id":null,"method":"#,
    ] {
        let answer = reply(&mut session, frame);
        let start = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#;
        assert!(answer.starts_with(start), "{answer}");
    }
}

#[test]
fn json_that_is_no_object_is_an_invalid_request() {
    let mut session = session(tools![add]);
    for frame in ["5", "\"hello\"", "null", "true", "1.5"] {
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be a JSON object"}}"#
        );
    }
}

#[test]
fn a_message_without_its_members_is_an_invalid_request_with_its_id() {
    let mut session = session(tools![add]);
    for (frame, id, message) in [
        ("{}", "null", r#"`jsonrpc` must be \"2.0\""#),
        (
            r#"{"id":5,"method":"ping"}"#,
            "5",
            r#"`jsonrpc` must be \"2.0\""#,
        ),
        (
            r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#,
            "5",
            r#"`jsonrpc` must be \"2.0\""#,
        ),
        (
            r#"{"jsonrpc":2.0,"id":"a","method":"ping"}"#,
            r#""a""#,
            r#"`jsonrpc` must be \"2.0\""#,
        ),
        (
            r#"{"method":"ping"}"#,
            "null",
            r#"`jsonrpc` must be \"2.0\""#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":9}"#,
            "9",
            "`method` must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":9,"method":5}"#,
            "9",
            "`method` must be a string",
        ),
        (
            r#"{"jsonrpc":"2.0","id":9,"method":null,"result":{}}"#,
            "9",
            "`method` must be a string",
        ),
        (r#"{"jsonrpc":"2.0"}"#, "null", "`method` must be a string"),
    ] {
        assert_eq!(
            reply(&mut session, frame),
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"{message}"}}}}"#
            )
        );
    }
}

#[test]
fn an_id_of_another_kind_makes_no_notification() {
    let mut session = session(tools![add]);
    for id in ["null", "1.5", "1e3", "true", "[1]", "{}"] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"`id` must be a string or an integer"}}"#
        );
    }
}

#[test]
fn parameters_by_position_are_invalid_and_other_values_no_request() {
    let mut session = session(tools![add]);
    for params in ["[]", "[1,2]"] {
        let frame =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{params}}}"#);
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`params` must be an object, not an array"}}"#
        );
    }
    for params in ["5", "\"x\"", "true", "1.5"] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{params}}}"#);
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"`params` must be an object"}}"#
        );
    }
}

#[test]
fn of_a_member_that_comes_twice_the_last_counts() {
    let mut session = session(tools![add]);
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"1.0","jsonrpc":"2.0","id":1,"id":2,"method":"no/such","method":"ping","params":5,"params":{}}"#
        ),
        r#"{"jsonrpc":"2.0","id":2,"result":{}}"#
    );
}

#[test]
fn a_member_that_is_spelled_with_escapes_is_the_same_member() {
    let mut session = session(tools![add]);
    assert_eq!(
        reply(
            &mut session,
            r#"{"\u006asonrpc":"\u0032.0","\u0069d":1,"m\u0065thod":"tools\/call","params":{"n\u0061me":"\u0061dd","arguments":{"\u0061":1,"b":2}}}"#
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#
    );
}

#[test]
fn deep_nesting_is_answered_with_the_id_wherever_it_stands() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let mut session = session(tools![add]);
    for frame in [
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","x":{deep}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":{deep}}}}}"#),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"_meta":{{"x":{deep}}}}}}}"#
        ),
    ] {
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#
        );
    }
    for frame in [
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{deep}}}"#),
        call("add", &deep),
        call("add", &format!(r#"{{"a":{deep},"b":1}}"#)),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","x":{}"#,
            "[".repeat(10_000)
        ),
    ] {
        let answer = reply(&mut session, frame);
        assert!(
            answer.starts_with(r#"{"jsonrpc":"2.0","id":1,"#),
            "{answer}"
        );
    }
    let answer = reply(&mut session, &deep);
    assert!(
        answer.contains(r#""id":null,"error":{"code":-32600"#),
        "{answer}"
    );
}

#[test]
fn a_message_that_is_too_long_is_refused_with_its_id() {
    let mut session = session(tools![add]);
    let mut salvage = Salvage::default();
    salvage.push(br#"{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"#);
    let mut out = Vec::new();
    let _ = session.overlong(&salvage, 1024, &mut out);
    assert_eq!(
        String::from_utf8(out).unwrap(),
        r#"{"jsonrpc":"2.0","id":"long","error":{"code":-32600,"message":"the message is longer than 1024 bytes"}}"#
    );
    assert_lives(&mut session);
}

/// What went wrong.
#[derive(Debug)]
struct Chain;

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() {
            "no file: no disk"
        } else {
            "no file"
        })
    }
}

/// An error that cannot say what it is.
struct Mute;

impl fmt::Display for Mute {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

/// A value with a schema.
#[derive(Serialize, schemars::JsonSchema)]
struct Point {
    x: i64,
}

/// Fails or not.
#[tool]
fn divide(a: f64, b: f64) -> Result<f64, &'static str> {
    if b == 0.0 {
        Err("division by zero")
    } else {
        Ok(a / b)
    }
}

/// Fails with its causes.
#[tool]
fn chain() -> Result<Point, Chain> {
    Err(Chain)
}

/// Fails without words.
#[tool]
fn blank() -> Result<(), String> {
    Err(" \n".to_owned())
}

/// Fails, and its words fail too.
#[tool]
fn mute() -> Result<String, Mute> {
    Err(Mute)
}

#[test]
fn a_tools_failure_is_a_result_that_the_model_reads() {
    let mut session = session(tools![divide, chain, blank, mute]);
    for (tool, arguments, text) in [
        ("divide", r#"{"a":1,"b":0}"#, "division by zero"),
        ("chain", "{}", "no file: no disk"),
        ("blank", "{}", "the tool failed and did not say why"),
        ("mute", "{}", "the tool failed and did not say why"),
    ] {
        assert_eq!(
            reply(&mut session, call(tool, arguments)),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}}}"#
            )
        );
    }
    let ok = reply(&mut session, call("divide", r#"{"a":1,"b":2}"#));
    assert!(
        ok.contains(r#"[{"type":"text","text":"0.5"}],"isError":false"#),
        "{ok}"
    );
}

#[test]
fn a_stateless_failure_is_labelled_like_any_result() {
    assert_eq!(
        reply(
            &mut fresh(tools![divide]),
            stateless(
                "tools/call",
                r#","name":"divide","arguments":{"a":1,"b":0}"#
            )
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"division by zero"}],"isError":true,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
    );
}

/// Panics at once.
#[tool]
fn boom() -> String {
    panic!("the secret");
}

/// Panics after it has waited.
#[tool]
async fn boom_later(gate: String) {
    wait(gate).await;
    panic!("the secret");
}

/// Panics when it is decoded.
#[derive(schemars::JsonSchema)]
struct Undecodable;

impl<'de> Deserialize<'de> for Undecodable {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        panic!("the secret: {text}");
    }
}

/// Takes what cannot be decoded.
#[tool]
fn boom_in_deserialize(what: Undecodable) {
    let Undecodable = what;
}

/// Panics when it is read.
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("half of it")?;
        panic!("the secret");
    }
}

/// Fails with an error that panics.
#[tool]
fn boom_in_display() -> Result<(), Unspeakable> {
    Err(Unspeakable)
}

/// Panics when it is written.
#[derive(schemars::JsonSchema)]
struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("the secret");
    }
}

/// Returns what cannot be written.
#[tool]
fn boom_in_serialize() -> Unwritable {
    Unwritable
}

/// Panics when it goes.
#[derive(Deserialize, Serialize, schemars::JsonSchema)]
struct Sticky {
    n: i64,
}

impl Drop for Sticky {
    fn drop(&mut self) {
        panic!("the secret");
    }
}

/// Drops what cannot be dropped.
#[tool]
fn boom_in_drop(sticky: Sticky) -> String {
    sticky.n.to_string()
}

/// Returns what cannot be dropped.
#[tool]
fn boom_in_drop_of_result() -> Sticky {
    Sticky { n: 1 }
}

#[test]
fn a_panic_is_answered_in_neutral_words_and_the_session_goes_on() {
    let mut session = session(tools![
        boom,
        boom_in_deserialize,
        boom_in_display,
        boom_in_serialize,
        boom_in_drop,
        boom_in_drop_of_result
    ]);
    for (tool, arguments) in [
        ("boom", "{}"),
        ("boom_in_deserialize", r#"{"what":"x"}"#),
        ("boom_in_display", "{}"),
        ("boom_in_serialize", "{}"),
        ("boom_in_drop", r#"{"sticky":{"n":1}}"#),
        ("boom_in_drop_of_result", "{}"),
    ] {
        assert_eq!(
            reply(&mut session, call(tool, arguments)),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"the tool `{tool}` failed unexpectedly"}}],"isError":true}}}}"#
            )
        );
        assert_lives(&mut session);
    }
}

#[test]
fn a_panic_after_a_wait_is_answered_too() {
    let mut session = session(tools![boom_later]);
    let mut call = waiting(&mut session, call("boom_later", r#"{"gate":"boom"}"#));
    Gate::named("boom").open();
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the tool `boom_later` failed unexpectedly"}],"isError":true}}"#
        )
    );
    assert_lives(&mut session);
}

/// Waits with something that cannot be dropped.
#[tool]
async fn wait_with_sticky(gate: String) -> String {
    let sticky = Sticky { n: 1 };
    let passed = wait(gate).await;
    drop(sticky);
    passed
}

#[test]
fn a_panic_in_what_a_cancelled_call_leaves_behind_is_silent() {
    let mut session = session(tools![wait_with_sticky]);
    let mut call = waiting(
        &mut session,
        call("wait_with_sticky", r#"{"gate":"sticky"}"#),
    );
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        ),
        ""
    );
    assert_eq!(poll(&mut call), crate::SILENCE);
    assert_lives(&mut session);
}

#[test]
fn a_panic_in_what_a_dropped_call_leaves_behind_is_silent() {
    let mut session = session(tools![wait_with_sticky]);
    let call = waiting(
        &mut session,
        call("wait_with_sticky", r#"{"gate":"dropped sticky"}"#),
    );
    drop(call);
    assert_lives(&mut session);
}

#[test]
fn a_panic_in_an_argument_that_is_not_needed_hides_no_fault() {
    /// Takes two.
    #[tool]
    fn two(a: i64, sticky: Sticky, b: bool) {
        let _ = (a, sticky.n, b);
    }

    let mut session = session(tools![two]);
    assert_eq!(
        reply(
            &mut session,
            call("two", r#"{"a":"x","sticky":{"n":1},"b":true}"#)
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`two` was not run, since its arguments do not fit:\n- `a`: expected an integer, got \"x\""}],"isError":true}}"#
    );
    assert_lives(&mut session);
}
