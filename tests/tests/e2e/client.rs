//! A client's end of a server that runs as a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take for anything. Only a test that fails waits for so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server and what it says.
pub(crate) struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Receiver<String>,
}

/// How a server ended.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    /// What it said after the last line that the test has read.
    pub(crate) rest: Vec<String>,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

impl Client {
    /// Starts the probe. It has not been spoken to yet.
    pub(crate) fn start() -> Self {
        Self::start_program(env!("CARGO_BIN_EXE_probe"))
    }

    /// Starts the probe and shakes hands.
    pub(crate) fn open() -> Self {
        Self::start().opened()
    }

    /// Shakes hands.
    pub(crate) fn opened(self) -> Self {
        let mut client = self;
        let answer = client.ask(r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tests","version":"1"}}}"#);
        assert!(
            answer.starts_with(r#"{"jsonrpc":"2.0","id":"init","result":"#),
            "{answer}"
        );
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    pub(crate) fn start_program(path: &str) -> Self {
        Self::start_command(&mut Command::new(path))
    }

    pub(crate) fn start_command(command: &mut Command) -> Self {
        let mut server = spawn(command);
        let stdout = BufReader::new(server.stdout.take().expect("stdout is a pipe"));
        let (said, lines) = channel();
        thread::spawn(move || {
            let mut lines = stdout.split(b'\n').map_while(Result::ok);
            let text = |line| String::from_utf8(line).expect("what a server says is UTF-8");
            lines.try_for_each(|line| said.send(text(line)))
        });
        Self::of(server, lines)
    }

    /// Starts the probe and does not listen to it: its stdout is a pipe without a reader.
    pub(crate) fn start_deaf() -> Self {
        let mut server = spawn(&mut Command::new(env!("CARGO_BIN_EXE_probe")));
        drop(server.stdout.take());
        Self::of(server, channel().1)
    }

    fn of(mut server: Child, lines: Receiver<String>) -> Self {
        let mut pipe = server.stderr.take().expect("stderr is a pipe");
        let (said, stderr) = channel();
        thread::spawn(move || {
            let mut text = String::new();
            pipe.read_to_string(&mut text).expect("stderr is text");
            said.send(text)
        });
        Self {
            stdin: server.stdin.take(),
            server,
            lines,
            stderr,
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) {
        self.send_raw([line.as_ref(), b"\n"].concat());
    }

    /// Sends bytes, in one write if the pipe has room for them.
    pub(crate) fn send_raw(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes.as_ref()).expect("the server reads");
    }

    /// The next line that the server says.
    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("the server says nothing"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server has closed its stdout"),
        }
    }

    /// Sends a line and takes the next one.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: impl AsRef<[u8]>) -> String {
        self.send(line);
        self.line()
    }

    /// Closes the server's input and waits for its end.
    #[track_caller]
    pub(crate) fn close(mut self) -> End {
        self.stdin = None;
        self.end()
    }

    #[cfg(unix)]
    pub(crate) fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.server)
    }

    /// How much memory the server holds; zero where that cannot be seen.
    pub(crate) fn memory_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.id()));
        let line = status.unwrap_or_default();
        let line = line.lines().find(|line| line.starts_with("VmRSS:"));
        let figure = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        figure.unwrap_or_default()
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.pid(), signal).expect("the server runs");
    }

    /// Waits for the server's end; its input stays open.
    #[track_caller]
    pub(crate) fn end(mut self) -> End {
        let start = Instant::now();
        let stderr = self.stderr.recv_timeout(PATIENCE);
        let stderr = stderr.expect("the server ends");
        let status = self.server.wait().expect("the server is ours");
        End {
            took: start.elapsed(),
            status,
            rest: self.lines.iter().collect(),
            stderr,
        }
    }
}

fn spawn(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // However the tests are run, a panic is one line on stderr.
        .env("RUST_BACKTRACE", "0")
        .spawn()
        .expect("the server starts")
}

impl Drop for Client {
    /// A test that fails leaves no server behind.
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
