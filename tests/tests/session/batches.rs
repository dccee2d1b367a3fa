//! Batches: arrays of messages, which 2025-03-26 alone has.

use mcp_core::{Session, tools};

use crate::gate::{Gate, wait};
use crate::{
    SILENCE, add, answered, fresh, initialize, opened, poll, reply, stateless, unpolled, waiting,
};

const ADD: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
const SUM: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#;
const PING: &str = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":2,"result":{}}"#;
const NOTE: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn session() -> Session {
    opened(tools![add, wait], "2025-03-26")
}

#[test]
fn requests_are_answered_in_one_array_and_notifications_not_at_all() {
    let answer = reply(&mut session(), format!(" [{PING}, {NOTE},\r\n{PING}] "));
    assert_eq!(answer, format!("[{PONG},{PONG}]"));
}

#[test]
fn a_batch_with_calls_is_answered_in_one_array() {
    let answer = reply(&mut session(), format!("[{NOTE},{ADD},{PING}]"));
    assert_eq!(answer, format!("[{PONG},{SUM}]"));
}

#[test]
fn a_batch_of_one_is_still_an_array() {
    assert_eq!(
        reply(&mut session(), format!("[{ADD}]")),
        format!("[{SUM}]")
    );
}

#[test]
fn a_batch_of_notifications_and_answers_is_not_answered() {
    let stray = r#"{"jsonrpc":"2.0","id":9,"result":{}}"#;
    assert_eq!(
        reply(&mut session(), format!("[{NOTE},{stray},{NOTE}]")),
        ""
    );
}

#[test]
fn an_empty_batch_is_one_error() {
    assert_eq!(
        reply(&mut session(), "[]"),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a batch holds at least one message"}}"#
    );
}

#[test]
fn a_long_batch_is_answered_element_by_element() {
    let asked = vec![PING; 1000].join(",");
    let answers = vec![PONG; 1000].join(",");
    assert_eq!(
        reply(&mut session(), format!("[{asked}]")),
        format!("[{answers}]")
    );
}

#[test]
fn each_element_that_is_no_message_has_its_own_error() {
    assert_eq!(
        reply(
            &mut session(),
            format!(
                r#"[1,null,{{}},{{"jsonrpc":"2.0","id":3}},{PING},{{"jsonrpc":"2.0","id":4,"method":"no/such"}}]"#
            )
        ),
        concat!(
            r#"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be a JSON object"}}"#,
            r#",{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be a JSON object"}}"#,
            r#",{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"`jsonrpc` must be \"2.0\""}}"#,
            r#",{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"`method` must be a string"}}"#,
            r#",{"jsonrpc":"2.0","id":2,"result":{}}"#,
            r#",{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"method `no/such` is not supported"}}]"#,
        )
    );
}

#[test]
fn a_batch_in_a_batch_is_no_message() {
    assert_eq!(
        reply(&mut session(), format!("[[{PING}],[]]")),
        concat!(
            r#"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be a JSON object"}}"#,
            r#",{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be a JSON object"}}]"#,
        )
    );
}

#[test]
fn a_batch_that_is_not_json_is_one_parse_error() {
    let mut session = session();
    for frame in [
        "[",
        "[1,]",
        "[{]",
        &format!("[{PING}"),
        &format!("[{PING}] x"),
    ] {
        let answer = reply(&mut session, frame);
        assert!(
            answer.starts_with(
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"malformed JSON: "#
            ),
            "{answer}"
        );
    }
    assert_eq!(reply(&mut session, PING), PONG);
}

#[test]
fn a_handshake_in_a_batch_is_refused() {
    let mut session = session();
    assert_eq!(
        reply(
            &mut session,
            format!("[{},{PING}]", initialize("2025-11-25"))
        ),
        format!(
            r#"[{{"jsonrpc":"2.0","id":0,"error":{{"code":-32600,"message":"`initialize` must not be part of a batch"}}}},{PONG}]"#
        )
    );
    assert_eq!(
        reply(&mut session, format!("[{PING}]")),
        format!("[{PONG}]")
    );
}

#[test]
fn a_stateless_request_in_a_batch_is_refused() {
    assert_eq!(
        reply(
            &mut session(),
            format!("[{},{PING}]", stateless("server/discover", ""))
        ),
        format!(
            r#"[{{"jsonrpc":"2.0","id":1,"error":{{"code":-32600,"message":"2026-07-28 has no batches"}}}},{PONG}]"#
        )
    );
}

#[test]
fn without_a_version_that_has_batches_an_array_is_one_error_and_nothing_runs() {
    let batch = format!("[{ADD},{NOTE},{PING}]");
    let message = "a line holds one message; batches are part of 2025-03-26 only";
    let with_null =
        format!(r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":-32600,"message":"{message}"}}}}"#);
    for frame in [&batch, "[]", "[1]"] {
        assert_eq!(reply(&mut fresh(tools![add]), frame), with_null);
        for version in ["2024-11-05", "2025-06-18"] {
            assert_eq!(reply(&mut opened(tools![add], version), frame), with_null);
        }
        assert_eq!(
            reply(&mut opened(tools![add], "2025-11-25"), frame),
            format!(r#"{{"jsonrpc":"2.0","error":{{"code":-32600,"message":"{message}"}}}}"#)
        );
    }
    let stateless = format!("[{}]", stateless("server/discover", ""));
    assert_eq!(reply(&mut fresh(tools![add]), stateless), with_null);
}

fn wait_as(id: u8, gate: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"wait","arguments":{{"gate":"{gate}"}}}}}}"#
    )
}

fn passed_as(id: u8) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"passed"}}],"isError":false}}}}"#
    )
}

fn cancel(id: u8) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

#[test]
fn a_batch_with_a_call_that_waits_is_answered_once_all_is_done() {
    let mut session = session();
    let batch = format!(
        "[{ADD},{},{},{PING}]",
        wait_as(3, "batch 3"),
        wait_as(4, "batch 4")
    );
    let mut batch = waiting(&mut session, batch);
    assert_eq!(reply(&mut session, PING), PONG);
    Gate::named("batch 4").open();
    assert!(poll(&mut batch).is_pending());
    Gate::named("batch 3").open();
    let answers = [PONG, SUM, &passed_as(4), &passed_as(3)].join(",");
    assert_eq!(poll(&mut batch), answered(&format!("[{answers}]")));
}

#[test]
fn a_cancelled_element_is_left_out() {
    let mut session = session();
    let batch = format!("[{},{PING},{}]", wait_as(3, "out 3"), wait_as(4, "out 4"));
    let mut batch = waiting(&mut session, batch);
    assert_eq!(reply(&mut session, cancel(3)), "");
    assert!(poll(&mut batch).is_pending());
    assert!(Gate::named("out 3").has_left());
    Gate::named("out 4").open();
    let answers = [PONG, &passed_as(4)].join(",");
    assert_eq!(poll(&mut batch), answered(&format!("[{answers}]")));
}

#[test]
fn a_batch_of_cancelled_calls_is_not_answered() {
    let mut session = session();
    let batch = format!("[{},{}]", wait_as(3, "all 3"), wait_as(4, "all 4"));
    let mut batch = waiting(&mut session, batch);
    assert_eq!(
        reply(&mut session, format!("[{},{}]", cancel(3), cancel(4))),
        ""
    );
    assert_eq!(poll(&mut batch), SILENCE);
}

#[test]
fn a_call_is_cancelled_by_a_later_element_of_its_batch() {
    let mut session = session();
    let batch = format!("[{},{},{PING}]", wait_as(3, "later"), cancel(3));
    assert_eq!(reply(&mut session, batch), format!("[{PONG}]"));
    assert_eq!(Gate::named("later").polls(), 0);
}

#[test]
fn a_call_is_not_cancelled_by_an_earlier_element_of_its_batch() {
    let mut session = session();
    Gate::named("earlier").open();
    let batch = format!("[{},{}]", cancel(3), wait_as(3, "earlier"));
    assert_eq!(reply(&mut session, batch), format!("[{}]", passed_as(3)));
}

#[test]
fn an_id_that_comes_twice_in_a_batch_runs_once() {
    let mut session = session();
    Gate::named("doubled").open();
    let wait = wait_as(3, "doubled");
    let refused = r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"a request with this id is still running"}}"#;
    assert_eq!(
        reply(&mut session, format!("[{wait},{wait}]")),
        format!("[{refused},{}]", passed_as(3))
    );
}

#[test]
fn an_id_that_runs_in_a_batch_is_refused_outside_of_it() {
    let mut session = session();
    let mut batch = unpolled(&mut session, format!("[{}]", wait_as(2, "inside")));
    assert_eq!(
        reply(&mut session, PING),
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"a request with this id is still running"}}"#
    );
    Gate::named("inside").open();
    assert_eq!(poll(&mut batch), answered(&format!("[{}]", passed_as(2))));
    assert_eq!(reply(&mut session, PING), PONG);
}
