//! Plays a script of JSON lines to a server and prints what both say.
//!
//! `cargo run -p examples --bin dialogue` plays `dialogue.jsonl` to the bakery. Another script and
//! another server go behind `--`:
//!
//! ```text
//! cargo run -p examples --bin dialogue -- [--script FILE] [PROGRAM [ARGUMENT]...]
//! ```
//!
//! After each request it waits for the answer. It fails when an answer does not come, and when the
//! server does not end in peace once the script is over.

#![expect(
    clippy::print_stdout,
    reason = "a client, whose standard output is for people"
)]

#[path = "bakery.rs"]
mod bakery;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const SCRIPT: &[u8] = include_bytes!("dialogue.jsonl");

/// How long an answer, and the end of the server, may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The argument that makes this program the bakery.
const AS_BAKERY: &str = "--as-bakery";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dialogue: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1).peekable();
    if arguments.next_if_eq(AS_BAKERY).is_some() {
        return Ok(bakery::main()?);
    }
    let script = match arguments.next_if_eq("--script") {
        Some(_) => read_script(arguments.next())?,
        None => SCRIPT.to_vec(),
    };
    let mut server = Server::start(&mut command(arguments)?)?;
    let played = server.play(&script);
    let ended = server.end();
    match (played, ended) {
        (Err(missing), Err(failure)) => Err(format!("{missing}; {failure}").into()),
        (played, ended) => Ok(played.and(ended)?),
    }
}

fn read_script(file: Option<OsString>) -> Result<Vec<u8>, String> {
    let file = file.ok_or("`--script` needs a file")?;
    fs::read(&file).map_err(|error| format!("cannot read `{}`: {error}", file.display()))
}

/// The server to start: the one that is asked for, or the bakery.
fn command(mut arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let (program, arguments) = match arguments.next() {
        Some(program) => (program, arguments.collect()),
        // `cargo run --bin dialogue` builds no other program, so this one is the only one that is
        // sure to be there and up to date. It has the bakery inside.
        None => (own_path()?, vec![AS_BAKERY.into()]),
    };
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

fn own_path() -> Result<OsString, String> {
    env::current_exe()
        .map(OsString::from)
        .map_err(|error| format!("cannot find my own program: {error}"))
}

/// A server that runs, and both ends of the talk with it.
struct Server {
    process: Child,
    stdin: ChildStdin,
    lines: Receiver<Vec<u8>>,
}

impl Server {
    fn start(command: &mut Command) -> Result<Self, String> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = spawned.map_err(|error| {
            let program = command.get_program().display();
            format!("cannot start `{program}`: {error}")
        })?;
        let stdin = process.stdin.take().expect("it is piped");
        let stdout = process.stdout.take().expect("it is piped");
        Ok(Self {
            process,
            stdin,
            lines: lines(BufReader::new(stdout)),
        })
    }

    /// Says the lines of a script, up to the first request that is not answered.
    fn play(&mut self, script: &[u8]) -> Result<(), String> {
        script
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.trim_ascii().is_empty())
            .try_for_each(|line| self.say(line))
    }

    fn say(&mut self, line: &[u8]) -> Result<(), String> {
        println!("-> {}", String::from_utf8_lossy(line));
        // A server that no longer reads is told by its missing answer and by how it ends.
        let _ = self.stdin.write_all(&[line, b"\n"].concat());
        request_id(line).map_or(Ok(()), |id| self.wait_for(&id))
    }

    /// Hears the server until it answers the request with this id.
    fn wait_for(&self, id: &Value) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match hear(&self.lines, deadline) {
                Ok(line) if answers(&line, id) => return Ok(()),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no answer to request {id} within {PATIENCE:?}"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!(
                        "no answer to request {id}: the server closed its output"
                    ));
                }
            }
        }
    }

    /// Closes the server's input, hears what it still says, and tells how it ended.
    fn end(self) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        drop(self.stdin);
        while hear(&self.lines, deadline).is_ok() {}
        match exit(self.process, deadline) {
            Ok(Some(status)) if status.success() => Ok(()),
            Ok(Some(status)) => Err(format!("the server failed: {status}")),
            Ok(None) => Err(format!(
                "the server did not end within {PATIENCE:?} of its input and was killed"
            )),
            Err(error) => Err(format!("cannot tell how the server ended: {error}")),
        }
    }
}

/// The lines that `output` has, read on a thread of their own since a pipe has no time-out.
fn lines(output: impl BufRead + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        output
            .split(b'\n')
            .map_while(Result::ok)
            .try_for_each(|line| sender.send(line))
    });
    receiver
}

/// The next line, printed.
fn hear(lines: &Receiver<Vec<u8>>, deadline: Instant) -> Result<Vec<u8>, RecvTimeoutError> {
    // Asked first, since a time-out of zero still yields the lines that are there already, and a
    // server may never pause.
    let left = deadline
        .checked_duration_since(Instant::now())
        .ok_or(RecvTimeoutError::Timeout)?;
    let line = lines.recv_timeout(left)?;
    println!("<- {}", String::from_utf8_lossy(&line));
    Ok(line)
}

/// How a process exits; `None` when it had to be killed at the deadline.
fn exit(mut process: Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        let status = process.try_wait()?;
        if status.is_some() {
            return Ok(status);
        }
        if Instant::now() > deadline {
            process.kill()?;
            process.wait()?;
            return Ok(None);
        }
        // The standard library cannot wait with a time-out.
        thread::sleep(Duration::from_millis(5));
    }
}

/// The id in `line`, if that is a request.
fn request_id(line: &[u8]) -> Option<Value> {
    let message: Value = serde_json::from_slice(line).ok()?;
    message.get("method")?;
    message.get("id").cloned()
}

/// Whether `line` answers the request with this id. A server's own requests have ids too, but
/// also a method.
fn answers(line: &[u8], id: &Value) -> bool {
    serde_json::from_slice(line).is_ok_and(|message: Value| {
        message.get("id") == Some(id) && message.get("method").is_none()
    })
}
