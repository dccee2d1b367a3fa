//! Tools that do what a tool should not: none of it reaches the client or another call.

use std::time::Duration;

use crate::client::Client;

const UNRULY: &str = env!("CARGO_BIN_EXE_unruly");
const PING: &str = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":2,"result":{}}"#;

fn call(tool: &str, arguments: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},{meta}}}}}"#
    )
}

#[test]
fn a_tool_that_holds_its_thread_delays_nothing() {
    let mut client = Client::start_program(UNRULY);
    client.send(call("block", r#"{"ms":3000}"#));
    assert_eq!(client.ask(PING), PONG);
}

#[test]
fn tools_that_hold_all_threads_do_not_hold_up_others() {
    let mut client = Client::start_program(UNRULY);
    for id in 10..30 {
        client.send(call("block", r#"{"ms":60000}"#).replacen(":1,", &format!(":{id},"), 1));
    }
    let answer = client.ask(call("block", r#"{"ms":0}"#));
    assert!(answer.contains("blocked 0"), "{answer}");
}

#[test]
fn a_tool_that_holds_its_thread_does_not_hold_the_end() {
    let mut client = Client::start_program(UNRULY);
    client.send(call("block", r#"{"ms":60000}"#));
    let end = client.close();
    assert_eq!(end.status.code(), Some(0));
    assert!(end.took < Duration::from_secs(30), "{end:?}");
}

#[test]
fn a_blocking_tool_answers() {
    let mut client = Client::start_program(UNRULY);
    let answer = client.ask(call("hold", r#"{"ms":1}"#));
    assert!(answer.contains(r#""text":"blocked 1""#), "{answer}");
}

#[test]
fn a_blocking_call_that_is_cancelled_is_not_answered_and_frees_its_id() {
    let mut client = Client::start_program(UNRULY);
    client.send(call("hold", r#"{"ms":60000}"#));
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    let answer = client.ask(call("hold", r#"{"ms":1}"#));
    assert!(answer.contains("blocked 1"), "{answer}");
    let end = client.close();
    assert!(end.rest.is_empty(), "{end:?}");
    // Nobody waited for what still runs, not even until the end of the grace period.
    assert!(end.took < Duration::from_secs(1), "{end:?}");
}

#[test]
fn a_tool_that_takes_too_long_is_given_up() {
    let mut client = Client::start_program(UNRULY);
    for (tool, time) in [("overstay", "100 ms"), ("oversleep", "1 s")] {
        let answer = client.ask(call(tool, "{}"));
        let told = format!("the tool `{tool}` took longer than {time} and was given up");
        assert!(answer.contains(&told), "{answer}");
        assert!(answer.contains(r#""isError":true"#), "{answer}");
    }
    assert_eq!(client.ask(PING), PONG);
}

#[cfg(unix)]
#[test]
fn a_child_of_a_tool_neither_speaks_to_the_client_nor_reads_from_it() {
    let mut client = Client::start_program(UNRULY);
    let answer = client.ask(call("child", "{}"));
    assert!(answer.contains(r#""text":"exit status: 0""#), "{answer}");
    assert_eq!(client.ask(PING), PONG);
    assert_eq!(client.close().stderr, "from child\n");
}

#[test]
fn a_panic_whose_payload_panics_leaves_the_server_alive() {
    let mut client = Client::start_program(UNRULY);
    let answer = client.ask(call("bomb", "{}"));
    assert!(answer.contains(r#""isError":true"#), "{answer}");
    assert_eq!(client.ask(PING), PONG);
}
