//! Clients that write without reading, and clients that call without end.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::client::Client;

const PING: &str = r#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":"ping","result":{}}"#;

fn call(id: usize, tool: &str, arguments: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},{meta}}}}}"#
    )
}

/// The most memory that a process has had, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(process: &Child) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.expect("a peak").trim().trim_end_matches(" kB");
    peak.parse::<usize>().expect("a number") * 1024
}

/// The processor time that a process has had, in ticks.
#[cfg(target_os = "linux")]
fn time_used(process: &Child) -> String {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.id())).expect("it runs");
    stat.split(' ').skip(13).take(2).collect()
}

/// Asks for 80 MB of answers, reads none of them until the server has come to rest, then all.
#[cfg(target_os = "linux")]
fn a_client_that_does_not_read_costs_little(tool: &str) {
    const CALLS: usize = 4000;
    const ANSWER: usize = 20_000;
    /// What may wait, calls under way, the server itself, and what its allocator keeps.
    const MEMORY: usize = 48 << 20;

    let mut server = Command::new(env!("CARGO_BIN_EXE_unruly"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut stdin = server.stdin.take().expect("a pipe");
    let arguments = format!(r#"{{"n":{ANSWER}}}"#);
    let calls: String = (0..CALLS)
        .map(|id| call(id, tool, &arguments) + "\n")
        .collect();
    let writer = thread::spawn(move || {
        stdin.write_all(calls.as_bytes()).expect("the server reads");
        stdin
    });

    let mut before = String::new();
    loop {
        thread::sleep(Duration::from_millis(200));
        let now = time_used(&server);
        if now == before {
            break;
        }
        before = now;
    }

    let mut answered = BTreeSet::new();
    let stdout = BufReader::new(server.stdout.take().expect("a pipe"));
    for line in stdout.lines().take(CALLS) {
        let line = line.expect("a line");
        assert!(line.len() > ANSWER, "{line}");
        let id = line[r#"{"jsonrpc":"2.0","id":"#.len()..].split(',').next();
        assert!(answered.insert(id.expect("an id").to_owned()), "twice");
    }
    assert_eq!(answered.len(), CALLS);
    let peak = peak_memory(&server);
    assert!(peak < MEMORY, "{peak} bytes");
    drop(writer.join().expect("it was read after all"));
    assert_eq!(server.wait().expect("it is ours").code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_are_ready_at_once_do_not_pile_up() {
    a_client_that_does_not_read_costs_little("big");
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_are_ready_later_do_not_pile_up() {
    a_client_that_does_not_read_costs_little("big_later");
}

#[test]
fn calls_without_end_are_refused_and_hold_up_nothing() {
    const MOST: usize = 10_000;

    let mut client = Client::open();
    let sleep = r#"{"ms":600000}"#;
    let calls: String = (0..=MOST)
        .map(|id| call(id, "sleep_ms", sleep) + "\n")
        .collect();
    client.send_raw(calls);
    assert_eq!(
        client.line(),
        r#"{"jsonrpc":"2.0","id":10000,"error":{"code":-32603,"message":"the server has too many calls under way; call again when some have been answered"}}"#
    );
    assert_eq!(client.ask(PING), PONG);
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#);
    // The cancelled call gives up its place a moment later.
    let answer = loop {
        let answer = client.ask(call(7, "add", r#"{"a":1,"b":2}"#));
        if !answer.contains("-32603") {
            break answer;
        }
    };
    assert!(answer.contains(r#""text":"3""#), "{answer}");
}
