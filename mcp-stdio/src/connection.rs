//! One client's bytes in and answers out; who reads and writes them is not its business.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use mcp_core::{Call, NewCall, Server, Session, Step};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::block_in_place;
use tokio::time::{Instant, timeout_at};

use crate::frame::{Frame, Frames};
use crate::pace::Pace;

/// Where answers go, each piece being whole lines. The receiver writes them in order; when it is
/// gone, calls under way are stopped. An empty piece asks it to go.
pub(crate) type Outbox = UnboundedSender<Vec<u8>>;

/// A session with its input. Bytes are read into [`space`](Self::space).
#[derive(Debug)]
pub(crate) struct Connection {
    frames: Frames,
    session: Session,
    pace: Pace,
    limit: usize,
    runtime: Handle,
    outbox: Outbox,
}

impl Connection {
    /// A connection whose waiting calls run on `runtime`. Frames are at most `limit` bytes long.
    pub(crate) fn new(server: Server, limit: usize, runtime: Handle, outbox: Outbox) -> Self {
        Self {
            frames: Frames::new(limit),
            pace: Pace::new(server.tool_names().count()),
            session: Session::new(server),
            limit,
            runtime,
            outbox,
        }
    }

    /// Whether nobody takes answers any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.outbox.is_closed()
    }

    /// Room for the next read.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        self.frames.space()
    }

    /// Takes the first `count` bytes of [`space`](Self::space). What is ready at once leaves in
    /// one piece.
    pub(crate) fn received(&mut self, count: usize) {
        self.frames.filled(count);
        self.lines(Frames::next);
    }

    /// Takes what is left: a last line without its line end.
    pub(crate) fn ended(&mut self) {
        self.lines(Frames::rest);
    }

    fn lines(&mut self, next: impl Fn(&mut Frames) -> Option<Frame<'_>>) {
        let mut out = Vec::new();
        while let Some(frame) = next(&mut self.frames) {
            let step = match frame {
                Frame::Line(line) => self.session.receive(line, &mut out),
                Frame::Overlong(salvage) => self.session.overlong(&salvage, self.limit, &mut out),
            };
            match step {
                Step::Nothing => {}
                Step::Reply => out.push(b'\n'),
                Step::Call(call) => self.call(call, &mut out),
            }
        }
        if !out.is_empty() {
            // Without a receiver there is no client to miss it.
            let _ = self.outbox.send(out);
        }
    }

    fn call(&mut self, call: NewCall, out: &mut Vec<u8>) {
        let tool = call.tool();
        if !self.pace.is_quick(tool) {
            let call = call.detach(&mut self.session);
            return self.spawn(call);
        }
        let length = out.len();
        match self
            .pace
            .time(tool, || call.poll_once(&mut self.session, out))
        {
            Some(call) => self.spawn(call),
            None if out.len() > length => out.push(b'\n'),
            None => {}
        }
    }

    fn spawn(&self, mut call: Call) {
        while let Some(work) = call.work() {
            self.runtime.spawn_blocking(|| work.run());
        }
        let pace = self.pace.clone();
        let outbox = self.outbox.clone();
        // Elsewhere there is no other thread to go on with.
        let has_others = self.runtime.runtime_flavor() == RuntimeFlavor::MultiThread;
        self.runtime.spawn(async move {
            let mut closed = pin!(outbox.closed());
            let answer = in_time(call, |call, cx| {
                if closed.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(None);
                }
                let tool = call.tool();
                let mut poll = || pace.time(tool, || Pin::new(&mut *call).poll(cx));
                // A tool that may block does so without holding up the worker's other calls.
                match has_others && !pace.is_quick(tool) {
                    true => block_in_place(poll),
                    false => poll(),
                }
            });
            if let Some(mut answer) = answer.await {
                answer.push(b'\n');
                let _ = outbox.send(answer);
            }
        });
    }
}

/// What a polled call comes to, which takes no longer than its tool may.
async fn in_time<T>(
    mut call: Call,
    mut poll: impl FnMut(&mut Call, &mut Context<'_>) -> Poll<T>,
) -> T {
    let start = Instant::now();
    while let Some(time) = call.timeout() {
        match timeout_at(start + time, poll_fn(|cx| poll(&mut call, cx))).await {
            Ok(answer) => return answer,
            Err(_) => call.expire(time),
        }
    }
    poll_fn(|cx| poll(&mut call, cx)).await
}
