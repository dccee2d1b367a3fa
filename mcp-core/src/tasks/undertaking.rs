//! A call that goes on as a task.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use serde::Serialize;

use super::{Task, TaskStore};
use crate::call::Single;
use crate::failure::Result;
use crate::ongoing::Ongoing;
use crate::panics::caught;
use crate::response;
use crate::version::ProtocolVersion;

/// A call whose client is handed a task, and which goes on. What would have been its response is
/// what the task comes to.
pub(crate) struct Undertaking {
    pub(crate) call: Single,
    ongoing: Arc<Ongoing>,
    task: Task,
    stage: Stage,
    response: Vec<u8>,
}

/// What a client is told of its new task.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Handed<'a> {
    result_type: &'a str,
    #[serde(flatten)]
    task: &'a Task,
}

enum Stage {
    /// The client hears of the task only when it is kept.
    Beginning(Keeping),
    Going,
    Ending(Keeping),
    /// It is not kept, so that the call is an ordinary one.
    Plain,
}

/// A task on its way into the store, which is an author's and may panic.
struct Keeping(Option<Pin<Box<dyn Future<Output = Result<()>> + Send>>>);

impl Keeping {
    fn new(store: &dyn TaskStore, task: Task) -> Self {
        Self(caught(|| store.put(task)))
    }

    /// Whether the store has it in the end.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        let polled = self.0.as_mut();
        let polled = polled.and_then(|kept| caught(|| kept.as_mut().poll(cx)));
        polled.map_or(Poll::Ready(false), |polled| polled.map(|kept| kept.is_ok()))
    }
}

impl Undertaking {
    pub(crate) fn new(call: Single, ongoing: Arc<Ongoing>) -> Self {
        let tasks = ongoing.server.tasks();
        let task = Task::begin(tasks.ttl);
        Self {
            stage: Stage::Beginning(Keeping::new(&*tasks.store, task.clone())),
            call,
            ongoing,
            task,
            response: Vec::new(),
        }
    }

    /// Goes on. A response of its own it has only if it could not become a task.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        loop {
            match &mut self.stage {
                Stage::Beginning(kept) => {
                    self.stage = match kept.poll(cx) {
                        Poll::Ready(true) => self.begin(),
                        Poll::Ready(false) => Stage::Plain,
                        Poll::Pending if self.call.is_stopped(cx.waker()) => Stage::Plain,
                        Poll::Pending => return Poll::Pending,
                    };
                }
                Stage::Going => {
                    ready!(self.call.poll(cx, &mut self.response));
                    let ended = self.task.clone().end(&self.response);
                    let store = &self.ongoing.server.tasks().store;
                    self.stage = Stage::Ending(Keeping::new(&**store, ended));
                }
                Stage::Ending(kept) => {
                    // What cannot be kept is lost to the client, as it is when it asks too late.
                    let _ = ready!(kept.poll(cx));
                    self.ongoing.server.tasks().end(self.task.id());
                    return Poll::Ready(());
                }
                Stage::Plain => return self.call.poll(cx, out),
            }
        }
    }

    /// Hands the task to the client, unless that has cancelled the request.
    fn begin(&mut self) -> Stage {
        let server = &self.ongoing.server;
        if let (true, Some(transport)) =
            (self.ongoing.flight.detach(), &self.ongoing.peer.transport)
        {
            server
                .tasks()
                .begin(self.task.clone(), Arc::clone(&self.ongoing));
            let mut answer = Vec::new();
            let label = server.label(ProtocolVersion::V2026_07_28.rules());
            let handed = Handed {
                task: &self.task,
                result_type: "task",
            };
            response::incomplete(&mut answer, &self.ongoing.id, &handed, label);
            transport.send(answer);
        }
        Stage::Going
    }
}

impl Drop for Undertaking {
    fn drop(&mut self) {
        self.ongoing.server.tasks().end(self.task.id());
    }
}

impl fmt::Debug for Undertaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Undertaking")
            .field("task", &self.task)
            .finish_non_exhaustive()
    }
}
