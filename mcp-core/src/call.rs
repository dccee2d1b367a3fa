//! A call under way: the tool's future, its cancellation, its panics, its one answer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::definition::Definition;
use crate::error::{ErrorCode, ErrorObject};
use crate::id::Id;
use crate::in_flight::Flight;
use crate::ongoing::Ongoing;
use crate::panics::caught;
use crate::reply::Reply;
use crate::response;
use crate::running::Running;
use crate::server::Server;
use crate::session::{Session, Step};
use crate::subject::Subject;
#[cfg(feature = "tasks")]
use crate::tasks::Undertaking;
use crate::version::ProtocolVersion;
use crate::work::Work;

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
        if let Parts::One(call) = &mut self.0.0 {
            call.enter(session);
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
            Parts::Batch(batch) => batch.calls.iter_mut().find_map(Self::work),
            #[cfg(feature = "tasks")]
            Parts::Task(task) => task.call.take_work(),
        }
    }

    /// How long after it was made the call is to [expire](Self::expire), unless it has ended by
    /// then: the `timeout` of its tool. A batch has the next of its calls'.
    pub fn timeout(&self) -> Option<Duration> {
        match &self.0 {
            Parts::One(call) => call.timeout(),
            Parts::Batch(batch) => batch.calls.iter().filter_map(Self::timeout).min(),
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
            Parts::Batch(batch) => {
                let calls = batch.calls.iter_mut();
                calls.for_each(|call| call.expire(elapsed));
            }
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
            Self::One(call) => matches!(&call.stage, Stage::Running(running) if running.has_work()),
            Self::Batch(batch) => batch.calls.iter().any(|call| call.0.has_work()),
            #[cfg(feature = "tasks")]
            Self::Task(_) => false,
        }
    }

    fn may_speak(&self) -> bool {
        match self {
            Self::One(call) => call.ongoing.is_some(),
            Self::Batch(batch) => batch.calls.iter().any(|call| call.0.may_speak()),
            #[cfg(feature = "tasks")]
            Self::Task(_) => true,
        }
    }

    fn refuse(self, out: &mut Vec<u8>) {
        match self {
            Self::One(call) => response::error(out, &call.id, &busy()),
            Self::Batch(mut batch) => {
                for call in std::mem::take(&mut batch.calls) {
                    let mut answer = Vec::new();
                    call.0.refuse(&mut answer);
                    batch.answer(&answer);
                }
                batch.close(out);
            }
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

/// The answers of a batch so far, and the calls it waits for. All leave as one message.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    answers: Vec<u8>,
    calls: Vec<Call>,
}

impl Batch {
    /// Adds an element's answer.
    pub(crate) fn answer(&mut self, answer: &[u8]) {
        self.answers
            .push(if self.answers.is_empty() { b'[' } else { b',' });
        self.answers.extend_from_slice(answer);
    }

    /// Adds an element that is a call.
    pub(crate) fn call(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// What the batch comes to, once all its elements are added.
    pub(crate) fn step(mut self, out: &mut Vec<u8>) -> Step {
        if !self.calls.is_empty() {
            return Step::Call(NewCall(Call(Parts::Batch(self))));
        }
        match self.close(out) {
            true => Step::Reply,
            false => Step::Nothing,
        }
    }

    /// Writes the answers; a batch without any has no message. Returns whether it has.
    fn close(&mut self, out: &mut Vec<u8>) -> bool {
        if self.answers.is_empty() {
            return false;
        }
        self.answers.push(b']');
        out.append(&mut self.answers);
        true
    }

    fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        let mut calls = std::mem::take(&mut self.calls);
        calls.retain_mut(|call| match Pin::new(call).poll(cx) {
            Poll::Ready(answer) => {
                if let Some(answer) = answer {
                    self.answer(&answer);
                }
                false
            }
            Poll::Pending => true,
        });
        self.calls = calls;
        if !self.calls.is_empty() {
            return Poll::Pending;
        }
        self.close(out);
        Poll::Ready(())
    }
}

/// One call.
#[derive(Debug)]
pub(crate) struct Single {
    id: Box<str>,
    server: Server,
    subject: Subject,
    version: ProtocolVersion,
    stage: Stage,
    /// Whether it took too long and goes on only because it is shielded.
    is_late: bool,
    flight: Option<Arc<Flight>>,
    /// What it shares with the contexts of its tool, if that has any.
    ongoing: Option<Arc<Ongoing>>,
    /// Whether it goes on as a task where it would wait.
    #[cfg(feature = "tasks")]
    may_be_task: bool,
}

/// How far a call has got.
#[derive(Debug)]
enum Stage {
    Running(Running),
    /// It took too long, and has yet to say so.
    Expired,
    Ended,
}

impl Single {
    pub(crate) fn new(
        id: Id<'_>,
        server: Server,
        subject: Subject,
        version: ProtocolVersion,
        running: Running,
        ongoing: Option<Arc<Ongoing>>,
    ) -> Self {
        Self {
            id: id.token().into(),
            server,
            subject,
            version,
            stage: Stage::Running(running),
            is_late: false,
            flight: ongoing.as_ref().map(|ongoing| Arc::clone(&ongoing.flight)),
            ongoing,
            #[cfg(feature = "tasks")]
            may_be_task: false,
        }
    }

    /// Has it go on as a task, if it is not ready at once.
    #[cfg(feature = "tasks")]
    pub(crate) fn offered_as_task(mut self, may_be_task: bool) -> Self {
        self.may_be_task = may_be_task;
        self
    }

    /// What a call that now becomes a task shares: its function has begun, and waits.
    #[cfg(feature = "tasks")]
    fn becomes_task(&mut self) -> Option<Arc<Ongoing>> {
        let has_begun = matches!(&self.stage, Stage::Running(running) if running.has_begun());
        let becomes = has_begun && std::mem::take(&mut self.may_be_task);
        self.ongoing.clone().filter(|_| becomes)
    }

    fn tool(&self) -> Option<usize> {
        match self.subject {
            Subject::Tool(place) => Some(self.server.tool(place).number),
            _ => None,
        }
    }

    fn enter(&mut self, session: &mut Session) {
        let flight = self.flight.get_or_insert_default();
        session.enter(&self.id, Arc::clone(flight));
    }

    fn running(&mut self) -> Option<&mut Running> {
        match &mut self.stage {
            Stage::Running(running) => Some(running),
            Stage::Expired | Stage::Ended => None,
        }
    }

    fn take_work(&mut self) -> Option<Work> {
        let own = self.running()?.take_work();
        #[cfg(feature = "tower")]
        return own.or_else(|| self.ongoing.as_ref()?.take_work());
        #[cfg(not(feature = "tower"))]
        own
    }

    fn timeout(&self) -> Option<Duration> {
        match self.stage {
            Stage::Running(_) if !self.is_late => self.server.definition(&self.subject)?.timeout,
            _ => None,
        }
    }

    fn expire_after(&mut self, elapsed: Duration) {
        if self.timeout().is_some_and(|timeout| timeout <= elapsed) {
            self.expire();
        }
    }

    fn expire(&mut self) {
        self.is_late = self.is_shielded();
        if !self.is_late {
            self.stop();
            self.stage = Stage::Expired;
        }
    }

    fn is_cancelled(&self) -> bool {
        let flight = self.flight.as_ref();
        flight.is_some_and(|flight| flight.is_cancelled())
    }

    fn is_shielded(&self) -> bool {
        let ongoing = self.ongoing.as_ref();
        ongoing.is_some_and(|ongoing| ongoing.is_shielded())
    }

    /// Polls the function. When it is ready its answer is appended, unless the call is cancelled.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        if self.is_cancelled() && !self.is_shielded() {
            self.stop();
            return Poll::Ready(());
        }
        if self.is_late {
            self.expire();
        }
        #[cfg(feature = "tower")]
        if let Some(work) = self
            .ongoing
            .as_ref()
            .and_then(|ongoing| ongoing.take_work())
        {
            work.run();
        }
        let start = out.len();
        match self.poll_function(cx, out) {
            Poll::Ready(()) => {
                if let Some(ongoing) = &self.ongoing {
                    ongoing.tell_the_last_step();
                }
                self.stop();
                if self.flight.as_ref().is_some_and(|flight| !flight.end()) {
                    out.truncate(start);
                }
                Poll::Ready(())
            }
            Poll::Pending if self.asks(out) => Poll::Ready(()),
            Poll::Pending => match &self.flight {
                Some(flight) if flight.wait(cx.waker()) && !self.is_shielded() => {
                    self.stop();
                    Poll::Ready(())
                }
                _ => Poll::Pending,
            },
        }
    }

    /// Ends a call that waits for what it has asked a client of the stateless era: the client makes
    /// it again, with answers.
    fn asks(&mut self, out: &mut Vec<u8>) -> bool {
        let ongoing = self.ongoing.as_ref();
        #[cfg(feature = "tasks")]
        if self.may_be_task && matches!(&self.stage, Stage::Running(running) if running.has_begun())
        {
            return false;
        }
        let Some(result) = ongoing.and_then(|ongoing| ongoing.end_of_round(self.server.asking()))
        else {
            return false;
        };
        self.stop();
        if self.flight.as_ref().is_none_or(|flight| flight.end()) {
            let label = self.server.label(self.version.rules());
            response::incomplete(out, &self.id, &result, label);
        }
        true
    }

    fn poll_function(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        let mut reply = Reply::new(out, &self.id, &self.server, &self.subject, self.version);
        match &mut self.stage {
            Stage::Running(running) => running.poll(cx, &mut reply),
            Stage::Expired => {
                let definition = self.server.definition(&self.subject);
                reply.failure(&definition.map(expired).unwrap_or_default());
                Poll::Ready(())
            }
            Stage::Ended => Poll::Ready(()),
        }
    }

    /// Drops the function's future, whose own destructors may panic. Contexts are told before.
    fn stop(&mut self) {
        if let Some(ongoing) = &self.ongoing {
            ongoing.end();
        }
        let stage = std::mem::replace(&mut self.stage, Stage::Ended);
        let _ = caught(|| drop(stage));
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

/// What a client is told that makes more calls than the server's owner takes.
fn busy() -> ErrorObject {
    ErrorObject::new(
        ErrorCode::INTERNAL_ERROR,
        "the server has too many calls under way; call again when some have been answered",
    )
}

/// What is read when a function took too long.
fn expired(definition: &Definition) -> String {
    let Definition { kind, name, .. } = definition;
    let timeout = definition.timeout.unwrap_or_default();
    let time = match timeout.subsec_millis() {
        0 => format!("{} s", timeout.as_secs()),
        _ => format!("{} ms", timeout.as_millis()),
    };
    format!(
        "the {kind} `{name}` took longer than {time} and was given up; it may have done a part of its work"
    )
}
