//! One call under way: its function, its cancellation, its one answer.

use std::sync::Arc;
#[cfg(feature = "tasks")]
use std::task::Waker;
use std::task::{Context, Poll};
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
use crate::session::Session;
use crate::subject::Subject;
use crate::version::ProtocolVersion;
use crate::work::Work;

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
    pub(super) fn becomes_task(&mut self) -> Option<Arc<Ongoing>> {
        let has_begun = matches!(&self.stage, Stage::Running(running) if running.has_begun());
        let becomes = has_begun && std::mem::take(&mut self.may_be_task);
        self.ongoing.clone().filter(|_| becomes)
    }

    pub(super) fn tool(&self) -> Option<usize> {
        match self.subject {
            Subject::Tool(place) => Some(self.server.tool(place).number),
            _ => None,
        }
    }

    pub(super) fn enter(&mut self, session: &mut Session) {
        let flight = self.flight.get_or_insert_default();
        session.enter(&self.id, Arc::clone(flight));
    }

    fn running(&mut self) -> Option<&mut Running> {
        match &mut self.stage {
            Stage::Running(running) => Some(running),
            Stage::Expired | Stage::Ended => None,
        }
    }

    pub(super) fn has_work(&self) -> bool {
        matches!(&self.stage, Stage::Running(running) if running.has_work())
    }

    /// Whether its tool has a context to speak by.
    pub(super) fn may_speak(&self) -> bool {
        self.ongoing.is_some()
    }

    pub(super) fn refuse(self, out: &mut Vec<u8>) {
        response::error(out, &self.id, &busy());
    }

    pub(super) fn take_work(&mut self) -> Option<Work> {
        let own = self.running()?.take_work();
        #[cfg(feature = "tower")]
        return own.or_else(|| self.ongoing.as_ref()?.take_work());
        #[cfg(not(feature = "tower"))]
        own
    }

    pub(super) fn timeout(&self) -> Option<Duration> {
        match self.stage {
            Stage::Running(_) if !self.is_late => self.server.definition(&self.subject)?.timeout,
            _ => None,
        }
    }

    pub(super) fn expire_after(&mut self, elapsed: Duration) {
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

    /// Whether it has been stopped, which is said at its next poll. Else the waker hears of it.
    #[cfg(feature = "tasks")]
    pub(crate) fn is_stopped(&self, waker: &Waker) -> bool {
        let flight = self.flight.as_ref();
        let is_cancelled = flight.is_some_and(|flight| flight.wait(waker));
        matches!(self.stage, Stage::Expired) || (is_cancelled && !self.is_shielded())
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
