//! A call under way: the tool's future, its cancellation, its panics, its one answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use crate::in_flight::Flight;
use crate::output::Running;
use crate::reply::Reply;
use crate::server::Server;
use crate::session::Session;
use crate::version::ProtocolVersion;

/// A call that a client has just made, for the owner of the session to run.
///
/// Many tools are ready at once, so the cheapest way is to poll the call
/// [where it was read](Self::poll_once) and to hand only a waiting one to a runtime. A call that
/// might hold the CPU can go there [directly](Self::detach).
#[derive(Debug)]
#[must_use = "a call that is dropped is never answered"]
pub struct NewCall {
    pub(crate) parts: Parts,
}

impl NewCall {
    /// Polls the call once, appending its answer to `out` if it is ready. Else the call is
    /// entered with its session and given back to be awaited.
    ///
    /// `out` gets one message without a line end, or nothing; the waker of `cx` need not work,
    /// since a call that waits must be polled again anyway.
    pub fn poll_once(mut self, session: &mut Session, out: &mut Vec<u8>) -> Option<Call> {
        let cx = &mut Context::from_waker(Waker::noop());
        match self.parts.poll(cx, out) {
            Poll::Ready(()) => None,
            Poll::Pending => Some(self.detach(session)),
        }
    }

    /// Enters the call with its session, to be polled elsewhere.
    pub fn detach(mut self, session: &mut Session) -> Call {
        self.parts.enter(session);
        Call { parts: self.parts }
    }

    /// The place of the tool in the server's list; `None` for a batch of calls.
    pub fn tool(&self) -> Option<usize> {
        self.parts.tool()
    }
}

/// A call that waits for something. It resolves to its answer, one message without a line end,
/// or to `None` when the client has cancelled it.
///
/// It may be polled on any thread and needs no runtime of its own. Dropping it stops the tool.
#[derive(Debug)]
#[must_use = "a call that is dropped is never answered"]
pub struct Call {
    parts: Parts,
}

impl Call {
    /// The place of the tool in the server's list; `None` for a batch of calls.
    pub fn tool(&self) -> Option<usize> {
        self.parts.tool()
    }
}

impl Future for Call {
    type Output = Option<Vec<u8>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut out = Vec::new();
        let polled = self.parts.poll(cx, &mut out);
        polled.map(|()| (!out.is_empty()).then_some(out))
    }
}

/// One call, or the answers and calls of a batch, which leave together.
#[derive(Debug)]
pub(crate) enum Parts {
    One(Single),
    Batch {
        answers: Vec<u8>,
        calls: Vec<Single>,
    },
}

impl Parts {
    fn tool(&self) -> Option<usize> {
        match self {
            Self::One(call) => Some(call.tool),
            Self::Batch { .. } => None,
        }
    }

    fn enter(&mut self, session: &mut Session) {
        match self {
            Self::One(call) => call.enter(session),
            Self::Batch { calls, .. } => calls.iter_mut().for_each(|call| call.enter(session)),
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        match self {
            Self::One(call) => call.poll(cx, out),
            Self::Batch { answers, calls } => {
                calls.retain_mut(|call| poll_in_batch(call, cx, answers).is_pending());
                if !calls.is_empty() {
                    return Poll::Pending;
                }
                close_batch(answers, out);
                Poll::Ready(())
            }
        }
    }
}

fn poll_in_batch(call: &mut Single, cx: &mut Context<'_>, answers: &mut Vec<u8>) -> Poll<()> {
    let mut answer = Vec::new();
    let polled = call.poll(cx, &mut answer);
    push_answer(answers, &answer);
    polled
}

/// Adds an element's answer to those of its batch; some have none.
pub(crate) fn push_answer(answers: &mut Vec<u8>, answer: &[u8]) {
    if !answers.is_empty() && !answer.is_empty() {
        answers.push(b',');
    }
    answers.extend_from_slice(answer);
}

/// Writes the answers of a batch as one message; a batch without answers has none.
pub(crate) fn close_batch(answers: &[u8], out: &mut Vec<u8>) {
    if !answers.is_empty() {
        out.push(b'[');
        out.extend_from_slice(answers);
        out.push(b']');
    }
}

/// One tool's call.
#[derive(Debug)]
pub(crate) struct Single {
    id: Box<str>,
    server: Server,
    tool: usize,
    version: ProtocolVersion,
    /// `None` once the call has ended.
    running: Option<Running>,
    flight: Option<Arc<Flight>>,
}

impl Single {
    pub(crate) fn new(
        id: &str,
        server: Server,
        tool: usize,
        version: ProtocolVersion,
        running: Running,
    ) -> Self {
        Self {
            id: id.into(),
            server,
            tool,
            version,
            running: Some(running),
            flight: None,
        }
    }

    /// Makes the call known to its session, once.
    pub(crate) fn enter(&mut self, session: &mut Session) {
        let id = &self.id;
        self.flight.get_or_insert_with(|| session.enter(id));
    }

    /// Polls the tool. When it is ready its answer is appended, unless the call is cancelled.
    fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        if self
            .flight
            .as_ref()
            .is_some_and(|flight| flight.is_cancelled())
        {
            self.stop();
            return Poll::Ready(());
        }
        let start = out.len();
        match self.poll_tool(cx, out) {
            Poll::Ready(()) => {
                self.stop();
                if self.flight.as_ref().is_some_and(|flight| !flight.end()) {
                    out.truncate(start);
                }
                Poll::Ready(())
            }
            Poll::Pending => match &self.flight {
                Some(flight) if flight.wait(cx.waker()) => {
                    self.stop();
                    Poll::Ready(())
                }
                _ => Poll::Pending,
            },
        }
    }

    fn poll_tool(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        let Some(running) = &mut self.running else {
            return Poll::Ready(());
        };
        let rules = self.version.rules();
        let tool = self.server.tool(self.tool);
        let start = out.len();
        let mut reply = Reply {
            out,
            id: &self.id,
            rules,
            label: self.server.label(rules),
            wraps: tool.wraps(rules),
        };
        catch_unwind(AssertUnwindSafe(|| running.poll(cx, &mut reply))).unwrap_or_else(|_| {
            reply.out.truncate(start);
            reply.failure(&panicked(&tool.definition().name));
            Poll::Ready(())
        })
    }

    /// Drops the tool's future, whose own destructors may panic.
    fn stop(&mut self) {
        let running = self.running.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(running)));
    }
}

impl Drop for Single {
    fn drop(&mut self) {
        self.stop();
        // The id is free again, also when the owner gave the call up.
        if let Some(flight) = &self.flight {
            flight.end();
        }
    }
}

/// What the model reads when a tool has panicked. What it panicked with stays on stderr.
pub(crate) fn panicked(tool: &str) -> String {
    format!("the tool `{tool}` failed unexpectedly")
}
