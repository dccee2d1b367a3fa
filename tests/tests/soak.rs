//! What a server does for months, in a while: calls of every kind beside each other, amid cancels
//! and rubbish. Each id that can be read is answered once, a cancelled one at most once; nothing
//! else is said; memory and descriptors stay as they are.
//!
//! By hand, for as long as you like:
//!
//! ```sh
//! MCP_SOAK_CALLS=10000000 cargo test --release -p tests --test soak -- --nocapture
//! ```

#![cfg(target_os = "linux")]

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::value::RawValue;

/// How many calls there are unless `MCP_SOAK_CALLS` says otherwise.
const CALLS: u64 = 20_000;

/// How many calls may be under way.
const MOST_AT_ONCE: usize = 500;

/// How long the server may be silent while answers are due.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much more memory there may be at the end than in the middle, in bytes: what an allocator
/// keeps depends on what came together.
const SLACK: usize = 16 << 20;

#[test]
fn nothing_is_lost_and_nothing_grows() {
    let calls = std::env::var("MCP_SOAK_CALLS").map_or(CALLS, |calls| {
        calls.parse().expect("MCP_SOAK_CALLS is a number")
    });
    let start = Instant::now();
    let mut client = Client::start();
    let [first, middle, last] = [calls / 5, calls / 2, calls].map(|until| {
        client.calls_until(until);
        let usage = client.usage();
        let elapsed = start.elapsed().as_secs();
        eprintln!("{until} calls after {elapsed} s: {usage}");
        usage
    });
    client.ends();
    assert!(last.memory < middle.memory + SLACK, "{middle}, then {last}");
    assert_eq!(last.descriptors, first.descriptors);
}

/// What a process holds.
struct Usage {
    memory: usize,
    descriptors: usize,
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            memory,
            descriptors,
        } = self;
        write!(f, "{} KiB, {descriptors} descriptors", memory >> 10)
    }
}

/// A client that remembers what it is owed.
struct Client {
    server: Child,
    stdin: ChildStdin,
    ledger: Arc<Ledger>,
    reader: JoinHandle<()>,
    errors: JoinHandle<usize>,
    dice: Dice,
    /// The id of the next call.
    next: u64,
}

impl Client {
    fn start() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_probe"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env("RUST_BACKTRACE", "0")
            .spawn()
            .expect("the server starts");
        let stdin = server.stdin.take().expect("a pipe");
        let stdout = BufReader::with_capacity(1 << 16, server.stdout.take().expect("a pipe"));
        let stderr = BufReader::new(server.stderr.take().expect("a pipe"));
        let ledger = Arc::new(Ledger::default());
        let read = Arc::clone(&ledger);
        let mut client = Self {
            server,
            stdin,
            ledger,
            reader: thread::spawn(move || read.reads(stdout)),
            errors: thread::spawn(|| {
                let noise = |line: &Vec<u8>| line == b"noise from tool";
                stderr
                    .split(b'\n')
                    .map_while(Result::ok)
                    .filter(noise)
                    .count()
            }),
            dice: Dice(1),
            next: 1,
        };
        client.ledger.owes(vec![(0, Owed::Answer("2025-11-25"))], 0);
        client.sends(b"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"soak\",\"version\":\"1\"}}}\n");
        client.ledger.waits_for(0);
        client
    }

    /// Calls until so many calls have been made, and waits until all are answered.
    fn calls_until(&mut self, last: u64) {
        const TOGETHER: u64 = 40;

        while self.next <= last {
            let mut lines = Vec::new();
            let mut owed = Vec::new();
            let mut nameless = 0;
            let together = 1 + self.dice.roll(TOGETHER);
            for id in self.next..(self.next + together).min(last + 1) {
                owed.push((id, call(&mut self.dice, id, &mut lines)));
                nameless += besides(&mut self.dice, &mut lines);
                self.next = id + 1;
            }
            self.ledger.owes(owed, nameless);
            if self.dice.roll(2) == 0 {
                let id = self.next.saturating_sub(1 + self.dice.roll(2 * TOGETHER));
                self.ledger.forgoes(id);
                writeln!(lines, r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#).expect("memory");
            }
            self.sends(&lines);
            self.ledger.waits_for(MOST_AT_ONCE);
        }
        self.ledger.waits_for(0);
    }

    fn sends(&mut self, bytes: &[u8]) {
        self.stdin.write_all(bytes).expect("the server reads");
    }

    fn usage(&self) -> Usage {
        /// What the system counts memory in.
        const PAGE: usize = 4096;

        let process = format!("/proc/{}", self.server.id());
        let memory = fs::read_to_string(format!("{process}/statm")).expect("it runs");
        let resident = memory.split(' ').nth(1).expect("a number");
        Usage {
            memory: resident.parse::<usize>().expect("a number") * PAGE,
            descriptors: fs::read_dir(format!("{process}/fd"))
                .expect("it runs")
                .count(),
        }
    }

    fn ends(mut self) {
        drop(self.stdin);
        self.reader.join().expect("each line was in order");
        assert_eq!(self.server.wait().expect("it is ours").code(), Some(0));
        assert!(self.errors.join().expect("it is read") > 0, "no noise");
        self.ledger.is_settled();
    }
}

/// What is owed for a call.
enum Owed {
    /// An answer in which this stands.
    Answer(&'static str),
    /// An answer with this text.
    Text(String),
    /// An answer so many bytes long, and somewhat longer.
    Long(usize),
    /// An error with this code.
    Error(i64),
}

/// What is owed by id, until it has been paid.
#[derive(Default)]
struct Ledger {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    owed: HashMap<u64, Owed>,
    /// What was cancelled, and may be paid all the same.
    forgone: HashMap<u64, Owed>,
    /// Errors that tell of no id.
    nameless: usize,
    is_over: bool,
}

#[derive(Deserialize)]
struct Answer<'a> {
    jsonrpc: &'a str,
    id: Option<u64>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<Fault>,
}

#[derive(Deserialize)]
struct Fault {
    code: i64,
}

impl Ledger {
    fn owes(&self, owed: Vec<(u64, Owed)>, nameless: usize) {
        let mut state = self.state.lock().expect("nobody panicked");
        state.owed.extend(owed);
        state.nameless += nameless;
    }

    fn forgoes(&self, id: u64) {
        let mut state = self.state.lock().expect("nobody panicked");
        if let Some(owed) = state.owed.remove(&id) {
            state.forgone.insert(id, owed);
        }
    }

    /// Waits until no more is owed than this.
    #[track_caller]
    fn waits_for(&self, most: usize) {
        let state = self.state.lock().expect("nobody panicked");
        let is_more = |state: &mut State| state.owed.len() > most && !state.is_over;
        let waited = self.changed.wait_timeout_while(state, PATIENCE, is_more);
        let (state, _) = waited.expect("nobody panicked");
        let left: Vec<_> = state.owed.keys().take(10).collect();
        assert!(state.owed.len() <= most, "no answer to {left:?} and others");
    }

    #[track_caller]
    fn is_settled(&self) {
        let state = self.state.lock().expect("nobody panicked");
        assert_eq!((state.owed.len(), state.nameless), (0, 0));
    }

    /// Reads all that the server says.
    fn reads(&self, mut stdout: impl BufRead) {
        let over = Over(self);
        let mut line = Vec::new();
        while stdout.read_until(b'\n', &mut line).expect("a pipe") > 0 {
            over.0.reads_line(&line);
            line.clear();
        }
    }

    fn reads_line(&self, line: &[u8]) {
        let told = || String::from_utf8_lossy(&line[..line.len().min(500)]);
        assert!(line.ends_with(b"\n"), "half a line: {}", told());
        let answer = serde_json::from_slice::<Answer<'_>>(line);
        let answer = answer.unwrap_or_else(|error| panic!("{error}: {}", told()));
        assert_eq!(answer.jsonrpc, "2.0", "{}", told());
        let mut state = self.state.lock().expect("nobody panicked");
        let Some(id) = answer.id else {
            assert!(answer.error.is_some(), "{}", told());
            state.nameless = state.nameless.checked_sub(1).expect("one too many");
            return;
        };
        let owed = state.owed.remove(&id).or_else(|| state.forgone.remove(&id));
        // Often enough for one who waits, who hears of it when there is nothing left at the latest.
        let is_time = state.owed.len().is_multiple_of(64);
        drop(state);
        if is_time {
            self.changed.notify_one();
        }
        let owed = owed.unwrap_or_else(|| panic!("nothing is owed: {}", told()));
        let result = answer.result.map(RawValue::get).unwrap_or_default();
        let is_paid = match owed {
            Owed::Answer(text) => result.contains(text),
            Owed::Text(text) => result.contains(&format!(r#""text":"{text}""#)),
            Owed::Long(bytes) => (bytes..bytes + 500).contains(&result.len()),
            Owed::Error(code) => answer.error.is_some_and(|fault| fault.code == code),
        };
        assert!(is_paid, "{}", told());
    }
}

/// Tells whoever waits that no more will be read, also when what was read made the reader panic.
struct Over<'a>(&'a Ledger);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        if let Ok(mut state) = self.0.state.lock() {
            state.is_over = true;
        }
        self.0.changed.notify_one();
    }
}

/// Adds a message with an id.
fn call(dice: &mut Dice, id: u64, lines: &mut Vec<u8>) -> Owed {
    const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

    let meta = ["", META][usize::from(dice.roll(4) == 0)];
    let mut tool = |name: &str, arguments: &str| {
        writeln!(lines, r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}{meta}}}}}"#).expect("memory");
    };
    match (id, dice.roll(1000)) {
        (id, _) if id % 20_000 == 2 => {
            tool("echo", &format!(r#"{{"text":"{}"}}"#, "x".repeat(17 << 20)));
            Owed::Error(-32600)
        }
        (id, _) if id % 5000 == 1 => {
            tool("echo", &format!(r#"{{"text":"{}"}}"#, "x".repeat(2 << 20)));
            Owed::Long(2 << 20)
        }
        (id, _) if id % 5000 == 3 => {
            tool("big", r#"{"n":3000000}"#);
            Owed::Long(3_000_000)
        }
        (_, 0..70) => {
            let ms = dice.roll(20);
            tool("sleep_ms", &format!(r#"{{"ms":{ms}}}"#));
            Owed::Text(format!("slept {ms}"))
        }
        (_, 70..100) => {
            tool("boom", "{}");
            Owed::Answer("the tool `boom` failed unexpectedly")
        }
        (_, 100..130) => {
            tool("noisy", "{}");
            Owed::Text("quiet".to_owned())
        }
        (_, 130..160) => {
            let n = dice.roll(20_000);
            tool("big", &format!(r#"{{"n":{n}}}"#));
            Owed::Long(usize::try_from(n).expect("it is small"))
        }
        (_, 160..180) => {
            tool("no_such_tool", "{}");
            Owed::Error(-32602)
        }
        (_, 180..200) => {
            tool("add", r#"{"a":"one"}"#);
            Owed::Answer(r#""isError":true"#)
        }
        (_, 200..220) => {
            let broken: &[u8] = match dice.roll(3) {
                0 => b",\"method\":\"tools/call\",\"par\n",
                1 => b",\"method\":\"ping\"}}\n",
                _ => b",\"method\":\"ping\",\"params\":{\"x\":\"\xff\"}}\n",
            };
            write!(lines, r#"{{"jsonrpc":"2.0","id":{id}"#).expect("memory");
            lines.extend_from_slice(broken);
            Owed::Error(-32700)
        }
        (_, 220..230) => {
            writeln!(
                lines,
                r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#
            )
            .expect("memory");
            Owed::Answer(r#"{"tools":[{"name":"add""#)
        }
        _ => {
            let (a, b) = (dice.roll(1 << 30), dice.roll(1 << 30));
            tool("add", &format!(r#"{{"a":{a},"b":{b}}}"#));
            Owed::Text((a + b).to_string())
        }
    }
}

/// Adds what comes between calls, now and then. Returns how many errors without an id that makes.
fn besides(dice: &mut Dice, lines: &mut Vec<u8>) -> usize {
    let (line, errors): (&[u8], usize) = match dice.roll(200) {
        0 => (b"no JSON at all\n", 1),
        1 => (b"\xff\xfe\0\n", 1),
        2 => (b"[]\n", 1),
        3 => (b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}\n", 1),
        4 => (b"\n\r\n \t\n", 0),
        5 => (b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/no_such\"}\n", 0),
        6 => (b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"x\"}}\n", 0),
        7 => (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n", 0),
        _ => (b"", 0),
    };
    lines.extend_from_slice(line);
    errors
}

/// Numbers that look like chance, the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: u64) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % sides
    }
}
