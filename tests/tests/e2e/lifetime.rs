//! How a server starts, and each of the ways in which it ends.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::client::Client;

const PROBE: &str = env!("CARGO_BIN_EXE_probe");

const ADD: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
const SUM: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#;

const PING: &str = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":2,"result":{}}"#;

fn sleep(ms: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"sleep_ms","arguments":{{"ms":{ms}}}}}}}"#
    )
}

#[test]
fn a_server_that_nobody_speaks_to_ends_quietly() {
    let end = Client::start().close();
    assert_eq!(end.status.code(), Some(0));
    assert_eq!(end.stderr, "");
    assert!(end.rest.is_empty(), "{end:?}");
}

#[test]
fn an_idle_server_ends_quietly_with_its_input() {
    let mut client = Client::open();
    assert_eq!(client.ask(ADD), SUM);
    let end = client.close();
    assert_eq!(end.status.code(), Some(0));
    assert_eq!(end.stderr, "");
    assert!(end.rest.is_empty(), "{end:?}");
}

#[test]
fn what_was_asked_before_the_end_of_input_is_answered() {
    let with_id = |line: &str, id: usize| line.replacen(r#""id":1"#, &format!(r#""id":{id}"#), 1);
    let asked: String = (100..200).map(|id| with_id(ADD, id) + "\n").collect();
    let mut client = Client::open();
    client.send_raw(asked);
    let mut end = client.close();
    // Calls run beside each other, so their answers come in any order.
    end.rest.sort();
    let answers: Vec<_> = (100..200).map(|id| with_id(SUM, id)).collect();
    assert_eq!(end.rest, answers);
    assert_eq!(end.status.code(), Some(0));
}

#[test]
fn a_call_that_is_soon_done_is_answered_after_the_end_of_input() {
    let mut client = Client::open();
    client.send(sleep(50));
    let end = client.close();
    assert_eq!(
        end.rest,
        [
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"slept 50"}],"isError":false}}"#
        ]
    );
    assert_eq!(end.status.code(), Some(0));
}

#[test]
fn a_last_line_without_a_line_end_is_served() {
    let mut client = Client::open();
    client.send_raw(format!("{PING}\n{ADD}"));
    let end = client.close();
    assert_eq!(end.rest, [PONG, SUM]);
    assert_eq!(end.status.code(), Some(0));
}

#[test]
fn a_call_that_takes_long_does_not_hold_the_end() {
    /// The second that calls may go on for, and what a busy machine needs besides.
    const GRACE_AND_SLACK: Duration = Duration::from_secs(8);

    let mut client = Client::open();
    client.send(sleep(30_000));
    assert_eq!(client.ask(PING), PONG);
    let end = client.close();
    assert!(end.took < GRACE_AND_SLACK, "{end:?}");
    assert!(end.rest.is_empty(), "{end:?}");
    assert_eq!(end.stderr, "");
    assert_eq!(end.status.code(), Some(0));
}

#[test]
fn a_server_whose_client_does_not_listen_ends_quietly() {
    let mut client = Client::start_deaf();
    client.send(PING);
    let end = client.end();
    assert_eq!(end.status.code(), Some(0));
    assert_eq!(end.stderr, "");
}

#[test]
fn a_server_whose_client_stops_listening_ends_although_a_call_waits() {
    let mut client = Client::start_deaf();
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"sleep_ms","arguments":{"ms":30000}}}"#);
    client.send(PING);
    let end = client.end();
    assert_eq!(end.status.code(), Some(0));
    assert_eq!(end.stderr, "");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_server_without_a_word() {
    use rustix::process::Signal;

    for signal in [Signal::TERM, Signal::INT] {
        let mut client = Client::open();
        client.send(sleep(30_000));
        assert_eq!(client.ask(PING), PONG);
        client.signal(signal);
        let end = client.end();
        assert_eq!(end.status.code(), Some(0), "{end:?}");
        assert!(end.rest.is_empty(), "{end:?}");
        assert_eq!(end.stderr, "");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_server_whose_tool_holds_its_thread() {
    let mut client = Client::start_program(env!("CARGO_BIN_EXE_unruly"));
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"name":"block","arguments":{"ms":600000}}}"#);
    assert_eq!(client.ask(PING), PONG);
    client.signal(rustix::process::Signal::TERM);
    assert_eq!(client.end().status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_a_server_that_is_still_about_to() {
    use rustix::process::Signal;

    let mut client = Client::start_program(env!("CARGO_BIN_EXE_lingering"));
    assert_eq!(client.ask(PING), PONG);
    client.signal(Signal::TERM);
    client.signal(Signal::INT);
    let end = client.end();
    // Two that come at once come in any order.
    let code = end.status.code();
    assert!([Some(128 + 15), Some(128 + 2)].contains(&code), "{end:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    use rustix::process::Signal;

    let mut client =
        Client::start_command(Command::new("sh").args(["-c", "trap '' INT; exec \"$0\"", PROBE]));
    assert_eq!(client.ask(PING), PONG);
    client.signal(Signal::INT);
    assert_eq!(client.ask(PING), PONG);
    client.signal(Signal::TERM);
    assert_eq!(client.end().status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_without_descriptors_left_goes_on() {
    use rustix::process::{Resource, Rlimit, prlimit};

    let mut client = Client::open();
    let limit = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    prlimit(Some(client.pid()), Resource::Nofile, limit).expect("it is ours");
    let answer = client.ask(sleep(1));
    assert!(answer.contains("slept 1"), "{answer}");
    assert_eq!(client.ask(ADD), SUM);
    assert_eq!(client.close().status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_server_that_gets_no_descriptors_does_not_start_and_says_why() {
    let end = Client::start_program(env!("CARGO_BIN_EXE_starved")).end();
    assert_eq!(end.status.code(), Some(1));
    assert!(end.rest.is_empty(), "{end:?}");
    assert!(end.stderr.contains("open files"), "{end:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_in_a_terminal_is_told_what_the_server_is_for() {
    use rustix::fs::{Mode, OFlags, open};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&person).expect("it is ours");
    unlockpt(&person).expect("it is ours");
    let name = ptsname(&person, Vec::new()).expect("a name");
    let terminal = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("it is there");
    let mut probe = Command::new(PROBE);
    let probe = probe
        .stdin(terminal)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut server = probe.spawn().expect("the server starts");
    let mut help = String::new();
    let mut stderr = BufReader::new(server.stderr.take().expect("a pipe"));
    while !help.contains("mcpServers") {
        stderr.read_line(&mut help).expect("it is text");
    }
    assert!(help.contains("Tools: add, echo, divide"), "{help}");
    assert!(
        help.contains(&format!("claude mcp add probe -- {PROBE}\n")),
        "{help}"
    );
    rustix::io::write(&person, b"\x04").expect("it has room");
    assert_eq!(server.wait().expect("it is ours").code(), Some(0));
}

#[test]
fn a_server_with_two_tools_of_one_name_does_not_start_and_says_which() {
    let end = Client::start_program(env!("CARGO_BIN_EXE_twice")).end();
    assert_ne!(end.status.code(), Some(0));
    assert!(end.rest.is_empty(), "{end:?}");
    for word in ["twice.rs:7:4", "twice.rs:12:19", "are both called `run`"] {
        assert!(end.stderr.contains(word), "{}", end.stderr);
    }
}
