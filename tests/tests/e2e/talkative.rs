//! Servers that say something before they answer.

use std::collections::HashMap;

use serde_json::Value;

use crate::client::Client;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"tests","version":"1"}}}"#;
const GO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"go_ahead"}}"#;

fn start() -> Client {
    Client::start_program(env!("CARGO_BIN_EXE_talkative"))
}

fn count(id: usize, to: usize, pause_us: usize) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"count","arguments":{{"to":{to},"pause_us":{pause_us}}},"_meta":{{"progressToken":{id}}}}}}}"#
    )
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn what_a_call_says_stands_between_the_answers_around_it() {
    let mut client = start();
    // Each tool is known to be quick after some calls, and then called where it was read.
    for _ in 0..20 {
        client.send_raw([HELLO, "\n", &count(1, 2, 0), "\n", HELLO, "\n"].concat());
        let lines: Vec<Value> = (0..5).map(|_| json(&client.line())).collect();
        let place = |is: fn(&Value) -> bool| lines.iter().position(is).expect("it was said");
        let answered = place(|line| line["id"] == 1);
        let first = place(|line| line["params"]["progress"] == 1);
        let last = place(|line| line["params"]["progress"] == 2);
        assert!(0 < first && first < last && last < answered, "{lines:?}");
        assert_eq!(lines[0]["id"], 0, "{lines:?}");
    }
    assert!(client.close().rest.is_empty());
}

#[test]
fn a_user_is_asked_and_the_call_goes_on() {
    let mut client = start();
    client.ask(HELLO);
    let asked = json(&client.ask(GO));
    assert_eq!(asked["params"]["message"], "Go ahead?");
    let answer = client.ask(format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"action":"accept","content":{{}}}}}}"#,
        asked["id"]
    ));
    assert_eq!(json(&answer)["result"]["content"][0]["text"], "gone");
}

/// A request of a client that follows tasks.
fn of_tasks(id: u32, method: &str, params: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}"#;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params},{meta}}}}}"#)
}

#[test]
fn a_call_goes_on_as_a_task() {
    let mut client = start();
    let nap = |ms| format!(r#""name":"nap","arguments":{{"ms":{ms}}}"#);
    let task = json(&client.ask(of_tasks(1, "tools/call", &nap(20))));
    assert_eq!(task["result"]["resultType"], "task", "{task}");
    let id = format!(r#""taskId":{}"#, task["result"]["taskId"]);
    let ended = loop {
        let task = json(&client.ask(of_tasks(1, "tasks/get", &id)));
        if task["result"]["status"] != "working" {
            break task;
        }
    };
    assert_eq!(ended["result"]["status"], "completed", "{ended}");
    assert_eq!(ended["result"]["result"]["content"][0]["text"], "awake");
    // One that still runs holds up the end for no longer than any call.
    client.ask(of_tasks(2, "tools/call", &nap(60_000)));
    assert_eq!(client.close().status.code(), Some(0));
}

#[test]
fn a_client_that_leaves_is_not_waited_for() {
    let mut client = start();
    client.ask(HELLO);
    client.ask(GO);
    let end = client.close();
    assert!(end.status.success());
    assert!(end.rest[0].contains("it is gone"), "{:?}", end.rest);
}

#[cfg(unix)]
#[test]
fn who_listens_is_answered_when_the_server_is_told_to_stop() {
    let mut client = start();
    let listen = r#"{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let acknowledged = json(&client.ask(listen));
    assert_eq!(
        acknowledged["params"]["notifications"]["toolsListChanged"],
        true
    );
    client.signal(rustix::process::Signal::TERM);
    let end = client.end();
    assert!(end.status.success(), "{}", end.stderr);
    let answer = json(&end.rest[0]);
    assert_eq!(
        (&answer["id"], &answer["result"]["resultType"]),
        (&"l".into(), &"complete".into())
    );
}

/// Pseudo-random numbers, the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % sides
    }
}

/// A hundred thousand calls, cancelled or not, at any moment of theirs.
#[test]
fn calls_that_are_cancelled_at_random_leave_nothing_behind() {
    const CALLS: usize = 100_000;
    const WINDOW: usize = 500;

    let mut client = start();
    client.ask(HELLO);
    let mut dice = Dice(7);
    // Calls without an answer, and whether they were cancelled.
    let mut open: HashMap<u64, bool> = HashMap::new();
    let (mut awaited, mut cancelled, mut memory) = (0, 0, Vec::new());
    let mut next = 1;
    while next <= CALLS || awaited > 0 {
        while next <= CALLS && awaited < WINDOW {
            let mut lines = String::new();
            for _ in 0..50 {
                let pause = dice.roll(300);
                lines += &count(next, 3, usize::try_from(pause).expect("small"));
                lines.push('\n');
                open.insert(next as u64, false);
                awaited += 1;
                // This one, or one that may be anywhere by now.
                let victim = next as u64 - dice.roll(100).min(next as u64 - 1);
                if dice.roll(2) == 0 && open.get(&victim) == Some(&false) {
                    open.insert(victim, true);
                    cancelled += 1;
                    awaited -= 1;
                    let cancel = format!(
                        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{victim}}}}}"#
                    );
                    lines += &cancel;
                    lines.push('\n');
                }
                next += 1;
            }
            client.send_raw(lines);
            if next % 20_000 < 50 {
                memory.push(client.memory_kib());
            }
        }
        let line = json(&client.line());
        if let Some(id) = line["id"].as_u64() {
            let Some(was_cancelled) = open.remove(&id) else {
                panic!("answered twice, or never asked: {line}");
            };
            awaited -= usize::from(!was_cancelled);
            assert!(line.get("result").is_some(), "{line}");
        } else {
            let token = line["params"]["progressToken"].as_u64().expect("a token");
            assert!(open.contains_key(&token), "said after the answer: {line}");
        }
    }
    let end = client.close();
    assert!(end.status.success(), "{}", end.stderr);
    for line in end.rest.iter().map(|line| json(line)) {
        let id = line["id"]
            .as_u64()
            .or(line["params"]["progressToken"].as_u64());
        assert_eq!(open.get(&id.expect("an id")), Some(&true), "{line}");
    }
    assert!(cancelled > CALLS / 5, "{cancelled} were cancelled");
    let (first, last) = (memory[0], memory[memory.len() - 1]);
    assert!(last < first + 4096, "{memory:?} KiB");
}
