//! `notifications/cancelled`: the tool stops, and nothing more is said about its request.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Barrier};
use std::task::{Context, Poll};
use std::thread;

use mcp_core::{Call, Session, tool, tools};

use crate::gate::{Gate, Wakes, wait};
use crate::{SILENCE, add, answered, call, opened, poll, reply, stateless, unpolled, waiting};

const CANCEL: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
const PASSED: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"passed"}],"isError":false}}"#;

fn session() -> Session {
    opened(tools![add, wait], "2025-11-25")
}

fn waits(session: &mut Session, gate: &str) -> Call {
    waiting(session, call("wait", &format!(r#"{{"gate":"{gate}"}}"#)))
}

#[test]
fn a_call_that_is_cancelled_before_its_first_poll_never_runs() {
    let mut session = session();
    let mut call = unpolled(&mut session, call("wait", r#"{"gate":"unpolled"}"#));
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut call), SILENCE);
    assert_eq!(Gate::named("unpolled").polls(), 0);
}

#[test]
fn a_call_that_waits_is_woken_by_its_cancellation_and_stops() {
    let mut session = session();
    let mut call = waits(&mut session, "woken");
    let wakes = Arc::new(Wakes::default());
    let counting = wakes.clone().into();
    let mut cx = Context::from_waker(&counting);
    assert!(Pin::new(&mut call).poll(&mut cx).is_pending());
    let polls = Gate::named("woken").polls();

    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(wakes.count(), 1);
    assert_eq!(Pin::new(&mut call).poll(&mut cx), Poll::Ready(None));
    assert_eq!(Gate::named("woken").polls(), polls);
    assert!(Gate::named("woken").has_left());
}

/// Where a call and its test meet, for a tool that ends and for one that does not.
static MEETINGS: [Barrier; 2] = [const { Barrier::new(2) }; 2];

/// Meets its test twice in the middle of a poll, and then ends or waits for ever.
#[tool]
async fn meet(ends: bool) -> &'static str {
    let meeting = &MEETINGS[usize::from(ends)];
    poll_fn(|_| {
        meeting.wait();
        meeting.wait();
        match ends {
            true => Poll::Ready("met"),
            false => Poll::Pending,
        }
    })
    .await
}

/// Cancels the call between the two meetings of its first poll; how that poll comes out.
fn cancelled_in_the_middle(ends: bool) -> Poll<Option<String>> {
    let mut session = opened(tools![meet], "2025-11-25");
    let mut call = unpolled(&mut session, call("meet", &format!(r#"{{"ends":{ends}}}"#)));
    thread::scope(|scope| {
        let polled = scope.spawn(|| poll(&mut call));
        MEETINGS[usize::from(ends)].wait();
        assert_eq!(reply(&mut session, CANCEL), "");
        MEETINGS[usize::from(ends)].wait();
        polled.join().expect("a poll does not panic")
    })
}

#[test]
fn a_call_that_is_cancelled_while_it_ends_is_not_answered() {
    assert_eq!(cancelled_in_the_middle(true), SILENCE);
}

#[test]
fn a_call_that_is_cancelled_while_it_begins_to_wait_ends_at_once() {
    assert_eq!(cancelled_in_the_middle(false), SILENCE);
}

#[test]
fn a_tool_that_has_finished_when_its_cancellation_comes_first_is_not_answered() {
    let mut session = session();
    let mut call = waits(&mut session, "late");
    Gate::named("late").open();
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut call), SILENCE);
}

#[test]
fn a_cancellation_after_the_answer_does_nothing() {
    let mut session = session();
    let mut call = waits(&mut session, "answered");
    Gate::named("answered").open();
    assert_eq!(poll(&mut call), answered(PASSED));
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut call), SILENCE);
}

#[test]
fn a_second_cancellation_does_nothing() {
    let mut session = session();
    let mut call = waits(&mut session, "again and again");
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut call), SILENCE);
}

#[test]
fn a_stateless_call_is_cancelled_in_the_same_way() {
    let mut session = session();
    let frame = stateless(
        "tools/call",
        r#","name":"wait","arguments":{"gate":"stateless"}"#,
    );
    let mut call = waiting(&mut session, frame);
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut call), SILENCE);
}

#[test]
fn a_cancelled_id_may_be_used_again_at_once() {
    let mut session = session();
    let mut first = waits(&mut session, "reused first");
    assert_eq!(reply(&mut session, CANCEL), "");
    // The first call has not noticed yet.
    let mut second = waits(&mut session, "reused second");
    Gate::named("reused first").open();
    Gate::named("reused second").open();
    assert_eq!(poll(&mut first), SILENCE);
    assert_eq!(poll(&mut second), answered(PASSED));
}

#[test]
fn the_end_of_a_cancelled_call_does_not_free_its_successors_id() {
    let mut session = session();
    let first = waits(&mut session, "predecessor");
    assert_eq!(reply(&mut session, CANCEL), "");
    let mut second = waits(&mut session, "successor");
    drop(first);
    assert_eq!(
        reply(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a request with this id is still running"}}"#
    );
    Gate::named("successor").open();
    assert_eq!(poll(&mut second), answered(PASSED));
}

#[test]
fn only_the_call_with_the_id_is_cancelled() {
    let mut session = session();
    let mut one = waits(&mut session, "other one");
    let frame = call("wait", r#"{"gate":"other two"}"#).replace(r#""id":1"#, r#""id":"1""#);
    let mut text = waiting(&mut session, frame);
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1","reason":"no longer needed"}}"#
        ),
        ""
    );
    Gate::named("other one").open();
    assert_eq!(poll(&mut one), answered(PASSED));
    assert_eq!(poll(&mut text), SILENCE);
}

#[test]
fn an_id_that_is_spelled_with_escapes_cancels_the_same_call() {
    let mut session = session();
    let frame = call("wait", r#"{"gate":"escaped"}"#).replace(r#""id":1"#, r#""id":"é\n""#);
    let mut call = waiting(&mut session, frame);
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u00e9\u000a"}}"#
        ),
        ""
    );
    assert_eq!(poll(&mut call), SILENCE);
}

#[test]
fn what_names_no_running_request_cancels_nothing() {
    let mut session = session();
    let mut call = waits(&mut session, "untouched");
    for params in [
        r#"{"requestId":2}"#,
        r#"{"requestId":"1"}"#,
        r#"{"requestId":1.0}"#,
        r#"{"requestId":null}"#,
        r#"{"requestId":[1]}"#,
        r#"{"id":1}"#,
        "{}",
        "[1]",
        "1",
    ] {
        let frame =
            format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#);
        assert_eq!(reply(&mut session, frame), "");
    }
    Gate::named("untouched").open();
    assert_eq!(poll(&mut call), answered(PASSED));
}

#[test]
fn a_cancellation_with_an_id_of_its_own_is_no_notification() {
    let mut session = session();
    let mut call = waits(&mut session, "request");
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":2,"method":"notifications/cancelled","params":{"requestId":1}}"#
        ),
        r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"method `notifications/cancelled` is not supported"}}"#
    );
    Gate::named("request").open();
    assert_eq!(poll(&mut call), answered(PASSED));
}

#[test]
fn many_calls_come_and_go_and_each_keeps_its_own_id() {
    let mut session = session();
    let frame = |id: usize| {
        let frame = call("wait", r#"{"gate":"crowd"}"#);
        frame.replace(r#""id":1"#, &format!(r#""id":{id}"#))
    };
    let mut calls: Vec<Call> = (0..100)
        .map(|id| waiting(&mut session, frame(id)))
        .collect();
    for id in (0..100).step_by(2) {
        let cancel = format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
        );
        assert_eq!(reply(&mut session, cancel), "");
    }
    Gate::named("crowd").open();
    for (id, call) in calls.iter_mut().enumerate() {
        let expected = match id % 2 {
            0 => SILENCE,
            _ => answered(&PASSED.replace(r#""id":1"#, &format!(r#""id":{id}"#))),
        };
        assert_eq!(poll(call), expected);
    }
}
