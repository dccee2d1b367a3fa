//! One client's bytes in and answers out; who reads and writes them is not its business.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_core::{Call, Farewell, NewCall, Server, Session, Step, Transport};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::{block_in_place, spawn_blocking};
use tokio::time::{Instant, sleep, timeout_at};

use crate::frame::{Frame, Frames};
use crate::outbox::{Outbox, Place, Turn};
use crate::pace::Pace;

/// Answers leave when there are so many bytes of them, or when there is nothing else to do.
const ENOUGH: usize = 64 * 1024;

/// The most memory kept for answers to come, in bytes.
const MAX_IDLE: usize = 1024 * 1024;

/// A session with its input. Bytes are read into [`space`](Self::space).
#[derive(Debug)]
pub(crate) struct Connection {
    frames: Frames,
    session: Session,
    pace: Pace,
    limit: usize,
    runtime: Handle,
    outbox: Outbox,
    /// For the next call: those that are ready at once leave it as they found it.
    place: Option<Place>,
    /// Answers that have not left yet.
    out: Vec<u8>,
}

impl Connection {
    /// A connection whose waiting calls run on `runtime`. Frames are at most `limit` bytes long.
    pub(crate) fn new(server: Server, limit: usize, runtime: Handle, outbox: Outbox) -> Self {
        Self {
            frames: Frames::new(limit),
            pace: Pace::new(server.tool_names().count()),
            session: Session::with_transport(server, outbox.clone()),
            limit,
            runtime,
            outbox,
            place: None,
            out: Vec::new(),
        }
    }

    /// What is to be said when the service ends first.
    pub(crate) fn farewell(&self) -> Farewell {
        self.session.farewell()
    }

    /// Room for the next read.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        self.frames.space()
    }

    /// Takes the first `count` bytes of [`space`](Self::space), to be [served](Self::serve).
    pub(crate) fn received(&mut self, count: usize) {
        self.frames.filled(count);
    }

    /// Takes what is left as a last line without its line end.
    pub(crate) fn ended(&mut self) {
        self.frames.end();
        self.session.end();
    }

    /// Serves the lines that are there. What is ready at once leaves together. Returns what is
    /// next: to go on with more input, to wait until the client has read and to serve on, or to
    /// stop.
    pub(crate) fn serve(&mut self) -> Turn {
        while let Some(frame) = self.frames.next() {
            let length = frame.len();
            let step = match frame {
                Frame::Line(line) => self.session.receive(line, &mut self.out),
                Frame::Overlong(salvage) => {
                    self.session.overlong(&salvage, self.limit, &mut self.out)
                }
            };
            match step {
                Step::Nothing => {}
                Step::Reply => self.out.push(b'\n'),
                Step::Call(call) => self.call(call, length),
            }
            if self.out.len() >= ENOUGH {
                self.outbox.put(&mut self.out);
                match self.outbox.turn() {
                    Turn::GoOn => {}
                    turn => return turn,
                }
            }
        }
        self.outbox.put(&mut self.out);
        self.out.shrink_to(MAX_IDLE);
        self.outbox.turn()
    }

    fn call(&mut self, call: NewCall, bytes: usize) {
        if call.may_speak() {
            // What it says before its answer comes after the answers that are here already.
            self.outbox.put(&mut self.out);
        }
        let start = self.out.len();
        let Some(place) = self.place.take().or_else(|| self.outbox.admit()) else {
            call.refuse(&mut self.out);
            return self.end_line(start);
        };
        let tool = call.tool();
        if !self.pace.is_quick(tool) {
            let call = call.detach(&mut self.session);
            return self.spawn(call, place, bytes);
        }
        let (session, out) = (&mut self.session, &mut self.out);
        match self.pace.time(tool, || call.poll_once(session, out)) {
            Some(call) => self.spawn(call, place, bytes),
            None => {
                self.place = Some(place);
                self.end_line(start);
            }
        }
    }

    /// Ends the line that began at `start`, if there is one.
    fn end_line(&mut self, start: usize) {
        if self.out.len() > start {
            self.out.push(b'\n');
        }
    }

    fn spawn(&self, mut call: Call, mut place: Place, bytes: usize) {
        place.weigh(bytes);
        let scores = self.pace.clone();
        // Elsewhere there is no other thread to go on with.
        let has_others = self.runtime.runtime_flavor() == RuntimeFlavor::MultiThread;
        self.runtime.spawn(async move {
            let outbox = &place.outbox;
            let mut changed = pin!(outbox.changed());
            let mut poll = |call: &mut Call, cx: &mut Context<'_>| {
                while changed.as_mut().poll(cx).is_ready() {
                    changed.set(outbox.changed());
                }
                match outbox.turn() {
                    Turn::GoOn => {}
                    Turn::Wait => return Poll::Pending,
                    Turn::Stop => return Poll::Ready(None),
                }
                while let Some(work) = call.work() {
                    spawn_blocking(|| work.run());
                }
                let tool = call.tool();
                let mut timed = || scores.time(tool, || Pin::new(&mut *call).poll(cx));
                // A tool that may block does so without holding up the worker's other calls.
                match has_others && !scores.is_quick(tool) {
                    true => block_in_place(timed),
                    false => timed(),
                }
            };
            // Most have no timeout, and are spared the size of a timer.
            let answer = match call.timeout() {
                Some(_) => Box::pin(in_time(call, poll)).await,
                None => poll_fn(|cx| poll(&mut call, cx)).await,
            };
            if let Some(mut answer) = answer {
                answer.push(b'\n');
                outbox.put(&mut answer);
            }
        });
    }
}

impl Transport for Outbox {
    fn send(&self, mut message: Vec<u8>) {
        message.push(b'\n');
        self.put(&mut message);
    }

    fn has_room(&self) -> bool {
        self.turn() == Turn::GoOn
    }

    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move { sleep(time).await })
    }
}

/// What a polled call comes to, which takes no longer than its tool may.
async fn in_time<T>(
    mut call: Call,
    mut poll: impl FnMut(&mut Call, &mut Context<'_>) -> Poll<T>,
) -> T {
    let start = Instant::now();
    // A time that no clock reaches is none.
    while let Some(time) = call.timeout()
        && let Some(end) = start.checked_add(time)
    {
        match timeout_at(end, poll_fn(|cx| poll(&mut call, cx))).await {
            Ok(answer) => return answer,
            Err(_) => call.expire(time),
        }
    }
    poll_fn(|cx| poll(&mut call, cx)).await
}
