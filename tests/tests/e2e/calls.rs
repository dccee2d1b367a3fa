//! Tools that wait, print and panic.

use std::collections::BTreeSet;

use crate::client::Client;

const PING: &str = r#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":"ping","result":{}}"#;

fn sleep(id: usize, ms: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"sleep_ms","arguments":{{"ms":{ms}}}}}}}"#
    )
}

#[test]
fn a_slow_call_delays_nothing() {
    let mut client = Client::open();
    client.send(sleep(1, 600_000));
    assert_eq!(client.ask(PING), PONG);
    assert_eq!(
        client.ask(r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#),
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#
    );
    assert_eq!(
        client.ask(sleep(3, 1)),
        r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"slept 1"}],"isError":false}}"#
    );
}

#[test]
fn slow_calls_wait_side_by_side() {
    let mut client = Client::open();
    // One after the other, these would take longer than the client is patient.
    (0..200).for_each(|id| client.send(sleep(id, 100)));
    let answers: BTreeSet<_> = (0..200).map(|_| client.line()).collect();
    assert_eq!(answers.len(), 200);
    assert!(client.close().rest.is_empty());
}

#[test]
fn each_of_many_calls_is_answered_once() {
    let mut client = Client::open();
    let call = |id: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"add","arguments":{{"a":{id},"b":1}}}}}}"#
        )
    };
    let answer = |id: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{}"}}],"isError":false}}}}"#,
            id + 1
        )
    };
    (0..1000).for_each(|id| client.send(call(id)));
    let answers: BTreeSet<_> = (0..1000).map(|_| client.line()).collect();
    assert_eq!(answers, (0..1000).map(answer).collect());
    assert!(client.close().rest.is_empty());
}

#[test]
fn a_cancelled_call_is_not_answered() {
    let mut client = Client::open();
    client.send(sleep(1, 600_000));
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}"#);
    assert_eq!(client.ask(PING), PONG);
    // Its id is free at once.
    assert_eq!(
        client.ask(sleep(1, 0)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"slept 0"}],"isError":false}}"#
    );
    let end = client.close();
    assert!(end.rest.is_empty(), "{end:?}");
}

#[test]
fn a_panic_is_answered_and_the_server_lives() {
    let mut client = Client::open();
    for _ in 0..3 {
        assert_eq!(
            client.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"boom","arguments":{}}}"#),
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"the tool `boom` failed unexpectedly"}],"isError":true}}"#
        );
        assert_eq!(client.ask(PING), PONG);
    }
    let end = client.close();
    assert_eq!(end.stderr.matches("boom\n").count(), 3, "{end:?}");
    assert_eq!(end.status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn what_a_tool_prints_is_seen_on_stderr_and_not_by_the_client() {
    let mut client = Client::open();
    assert_eq!(
        client.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"noisy"}}"#),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"quiet"}],"isError":false}}"#
    );
    assert_eq!(client.ask(PING), PONG);
    let end = client.close();
    assert!(end.rest.is_empty(), "{end:?}");
    assert_eq!(end.stderr, "noise from tool\n");
}
