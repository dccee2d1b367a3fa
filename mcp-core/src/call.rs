//! Calls under way, as the owner of a session has them: one, a batch, or one that is a task.

mod batch;
mod single;

use std::pin::Pin;
#[cfg(feature = "tasks")]
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

#[cfg(feature = "tasks")]
use crate::ongoing::Ongoing;
use crate::session::Session;
#[cfg(feature = "tasks")]
use crate::tasks::Undertaking;
use crate::work::Work;

pub(crate) use batch::Batch;
pub(crate) use single::Single;

/// A call that a client has just made, for the owner of the session to run.
///
/// Many tools are ready at once, so the cheapest way is to poll the call
/// [where it was read](Self::poll_once) and to hand only a waiting one to a runtime. A call that
/// might hold the CPU can go there [directly](Self::detach).
///
/// A runtime then has two more things to do for a [`Call`]: to run its [work](Call::work) where a
/// thread may be held, and to keep its [time](Call::timeout).
#[derive(Debug)]
#[must_use = "a call that is dropped is never answered"]
pub struct NewCall(Call);

impl NewCall {
    pub(crate) fn of(call: Single) -> Self {
        Self(Call(Parts::One(call)))
    }

    /// Polls the call once, appending its answer to `out` if it is ready: one message without a
    /// line end, or nothing for a batch of cancelled calls. Else the call is entered with its
    /// session and given back, to be awaited. One with [work](Call::work) is given back unpolled.
    pub fn poll_once(mut self, session: &mut Session, out: &mut Vec<u8>) -> Option<Call> {
        if self.0.0.has_work() {
            return Some(self.detach(session));
        }
        // A call that waits is polled again by whoever awaits it, with a waker that works.
        let cx = &mut Context::from_waker(Waker::noop());
        match self.0.0.poll(cx, out) {
            Poll::Ready(()) => None,
            Poll::Pending => Some(self.detach(session)),
        }
    }

    /// Enters the call with its session, to be polled elsewhere.
    pub fn detach(mut self, session: &mut Session) -> Call {
        match &mut self.0.0 {
            Parts::One(call) => call.enter(session),
            Parts::Batch(_) => {}
            // Until it is kept it is a request like any other.
            #[cfg(feature = "tasks")]
            Parts::Task(task) => task.call.enter(session),
        }
        self.0
    }

    /// Answers that the server has too much to do, appending one message without a line end, and
    /// drops the call.
    pub fn refuse(self, out: &mut Vec<u8>) {
        self.0.0.refuse(out);
    }

    /// The tool's number, its place among all tools that its server ever had; `None` for a batch
    /// of calls, and where it is not a tool that is called.
    pub fn tool(&self) -> Option<usize> {
        self.0.tool()
    }

    /// Whether the call may [send](crate::Transport::send) something when it is polled.
    pub fn may_speak(&self) -> bool {
        self.0.0.may_speak()
    }
}

/// A call that waits for something. It resolves to its answer, one message without a line end,
/// or to `None` when the client has cancelled it.
///
/// It may be polled on any thread and needs no runtime of its own. Dropping it stops the tool.
#[derive(Debug)]
#[must_use = "a call that is dropped is never answered"]
pub struct Call(Parts);

impl Call {
    /// The tool's number, its place among all tools that its server ever had; `None` for a batch
    /// of calls, and where it is not a tool that is called.
    pub fn tool(&self) -> Option<usize> {
        match &self.0 {
            Parts::One(call) => call.tool(),
            Parts::Batch(_) => None,
            #[cfg(feature = "tasks")]
            Parts::Task(task) => task.call.tool(),
        }
    }

    /// Takes the function of a tool that is [`blocking`](macro@crate::tool), to be
    /// [run](Work::run) on another thread while the call is awaited; a batch may have several.
    /// There may be some before any poll; what is not taken by then runs in it.
    pub fn work(&mut self) -> Option<Work> {
        match &mut self.0 {
            Parts::One(call) => call.take_work(),
            Parts::Batch(batch) => batch.calls().find_map(Self::work),
            #[cfg(feature = "tasks")]
            Parts::Task(task) => task.call.take_work(),
        }
    }

    /// How long after it was made the call is to [expire](Self::expire), unless it has ended by
    /// then: the `timeout` of its tool. A batch has the next of its calls'.
    pub fn timeout(&self) -> Option<Duration> {
        match &self.0 {
            Parts::One(call) => call.timeout(),
            Parts::Batch(batch) => batch.timeout(),
            #[cfg(feature = "tasks")]
            Parts::Task(task) => task.call.timeout(),
        }
    }

    /// Stops what may not go on for longer than `elapsed`. Its answer, that it took too long, is
    /// there at the next poll.
    pub fn expire(&mut self, elapsed: Duration) {
        match &mut self.0 {
            Parts::One(call) => call.expire_after(elapsed),
            #[cfg(feature = "tasks")]
            Parts::Task(task) => task.call.expire_after(elapsed),
            Parts::Batch(batch) => batch.calls().for_each(|call| call.expire(elapsed)),
        }
    }
}

impl Future for Call {
    type Output = Option<Vec<u8>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut out = Vec::new();
        let polled = self.0.poll(cx, &mut out);
        polled.map(|()| (!out.is_empty()).then_some(out))
    }
}

#[derive(Debug)]
enum Parts {
    One(Single),
    Batch(Batch),
    #[cfg(feature = "tasks")]
    Task(Box<Undertaking>),
}

impl Parts {
    fn has_work(&self) -> bool {
        match self {
            Self::One(call) => call.has_work(),
            Self::Batch(batch) => batch.has_work(),
            #[cfg(feature = "tasks")]
            Self::Task(_) => false,
        }
    }

    fn may_speak(&self) -> bool {
        match self {
            Self::One(call) => call.may_speak(),
            Self::Batch(batch) => batch.may_speak(),
            #[cfg(feature = "tasks")]
            Self::Task(_) => true,
        }
    }

    fn refuse(self, out: &mut Vec<u8>) {
        match self {
            Self::One(call) => call.refuse(out),
            Self::Batch(batch) => batch.refuse(out),
            // It has begun, and is refused nothing any more.
            #[cfg(feature = "tasks")]
            Self::Task(_) => {}
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        match self {
            Self::One(call) => {
                let polled = call.poll(cx, out);
                #[cfg(feature = "tasks")]
                if polled.is_pending()
                    && let Some(ongoing) = call.becomes_task()
                {
                    return self.undertake(ongoing, cx, out);
                }
                polled
            }
            Self::Batch(batch) => batch.poll(cx, out),
            #[cfg(feature = "tasks")]
            Self::Task(task) => task.poll(cx, out),
        }
    }

    /// Has a call go on as a task.
    #[cfg(feature = "tasks")]
    fn undertake(
        &mut self,
        ongoing: Arc<Ongoing>,
        cx: &mut Context<'_>,
        out: &mut Vec<u8>,
    ) -> Poll<()> {
        let nothing = Self::Batch(Batch::default());
        if let Self::One(call) = std::mem::replace(self, nothing) {
            *self = Self::Task(Box::new(Undertaking::new(call, ongoing)));
        }
        self.poll(cx, out)
    }
}
