//! Calls that go on after they are answered: a client is handed a task, and asks how it goes.
//!
//! Source: the extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28.

mod store;
mod undertaking;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use humantime::{format_rfc3339_millis, parse_rfc3339};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::error::{ErrorCode, ErrorObject};
use crate::ongoing::Ongoing;

pub use store::{MemoryTasks, TaskStore};
pub(crate) use undertaking::Undertaking;

/// The extension's name among the capabilities of clients and servers.
pub(crate) const EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// How long a task is kept, unless its server says otherwise.
const TTL: Duration = Duration::from_secs(3600);

/// How often clients are to ask, in milliseconds.
const POLL_INTERVAL: u64 = 1000;

/// How long what a task came to is kept at the least.
const LAST_CALL: Duration = Duration::from_secs(60);

/// A call that goes on after it is answered, as clients read of it and a [`TaskStore`] keeps it.
///
/// A tool with `task` is an ordinary one to most clients. One of revision 2026-07-28 that declares
/// the extension `io.modelcontextprotocol/tasks` need not wait for it: if the function is not ready
/// at once, the client is handed a task, and asks for it now and then. What the function
/// [asks](crate::Context::elicit) the client then reaches it through the task, and the function goes
/// on where it is; it does not run again from its start. A task has neither progress nor log.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_core::{server, tool, tools};
///
/// /// Renders a film.
/// #[tool(task)]
/// async fn render(title: String) -> String {
///     tokio::time::sleep(Duration::from_secs(600)).await;
///     format!("{title} is rendered")
/// }
///
/// let day = Duration::from_secs(24 * 3600);
/// let server = server!().task_ttl(day).tools(tools![render]).build()?;
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
///
/// What is [`Asked`](crate::Asked) before a function runs is asked before there is a task. A task
/// that its client cancels is dropped at its next `.await`, and so are all that run when the
/// service ends.
///
/// It is written and read as JSON with serde, under the names of the extension.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Task {
    #[serde(rename = "taskId")]
    id: String,
    status: TaskStatus,
    /// As RFC 3339 writes it.
    created_at: String,
    last_updated_at: String,
    ttl_ms: u64,
    poll_interval_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    input_requests: Map<String, Value>,
}

/// How far a task has got.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    /// It runs.
    Working,
    /// It waits for what it has asked the client.
    InputRequired,
    /// The tool has answered. What it says of its own failures is an answer too.
    Completed,
    /// The call ended in an error of the protocol.
    Failed,
    /// The client has cancelled it.
    Cancelled,
}

impl Task {
    fn begin(ttl: Duration) -> Self {
        let mut id = [0; 16];
        getrandom::fill(&mut id).expect("the system has random bytes");
        let now = time(SystemTime::now());
        Self {
            id: format!("{:032x}", u128::from_be_bytes(id)),
            status: TaskStatus::Working,
            created_at: now.clone(),
            last_updated_at: now,
            ttl_ms: milliseconds(ttl),
            poll_interval_ms: POLL_INTERVAL,
            result: None,
            error: None,
            input_requests: Map::new(),
        }
    }

    /// The task's name, which nobody guesses.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How far it has got.
    pub fn status(&self) -> TaskStatus {
        self.status
    }

    /// When it need not be kept any longer.
    pub fn expires(&self) -> SystemTime {
        let created = self.created();
        let end = created.checked_add(Duration::from_millis(self.ttl_ms));
        end.unwrap_or_else(|| created + TTL)
    }

    fn enter(&mut self, status: TaskStatus) {
        self.status = status;
        self.last_updated_at = time(SystemTime::now());
    }

    /// What it has come to, by the response that its call would have had; none if it was stopped.
    fn end(mut self, response: &[u8]) -> Self {
        #[derive(Deserialize)]
        struct Response {
            result: Option<Box<RawValue>>,
            error: Option<Box<RawValue>>,
        }

        let response = serde_json::from_slice(response).ok();
        let (status, result, error) = match response {
            Some(Response {
                error: Some(error), ..
            }) => (TaskStatus::Failed, None, Some(error)),
            Some(Response { result, .. }) => (TaskStatus::Completed, result, None),
            None => (TaskStatus::Cancelled, None, None),
        };
        self.enter(status);
        (self.result, self.error) = (result, error);
        // Whoever asks now and then is not too late.
        let age = SystemTime::now()
            .duration_since(self.created())
            .unwrap_or_default();
        self.ttl_ms = self.ttl_ms.max(milliseconds(age + LAST_CALL));
        self
    }

    /// As it is when its call does not go on. If a store does not know how that ended, nobody does.
    pub(crate) fn at_rest(mut self) -> Self {
        if matches!(self.status, TaskStatus::Working | TaskStatus::InputRequired) {
            let lost = ErrorObject::new(
                ErrorCode::INTERNAL_ERROR,
                "the task was given up, or what it came to could not be kept",
            );
            self.status = TaskStatus::Failed;
            self.error = to_raw_value(&lost).ok();
            self.input_requests.clear();
        }
        self
    }

    fn created(&self) -> SystemTime {
        parse_rfc3339(&self.created_at).unwrap_or(SystemTime::UNIX_EPOCH)
    }
}

fn time(time: SystemTime) -> String {
    format_rfc3339_millis(time).to_string()
}

fn milliseconds(time: Duration) -> u64 {
    // Numbers beyond are not exact to JavaScript.
    const MAX: u64 = 1 << 53;

    u64::try_from(time.as_millis()).unwrap_or(MAX).min(MAX)
}

/// The tasks of a server.
pub(crate) struct Tasks {
    pub(crate) store: Box<dyn TaskStore>,
    pub(crate) ttl: Duration,
    /// Those whose calls go on, by their ids.
    running: Mutex<HashMap<String, Running>>,
}

/// A task whose call goes on.
struct Running {
    task: Task,
    call: Arc<Ongoing>,
}

impl Default for Tasks {
    fn default() -> Self {
        Self {
            store: Box::new(MemoryTasks::default()),
            ttl: TTL,
            running: Mutex::default(),
        }
    }
}

impl Tasks {
    /// A running task as it is now.
    pub(crate) fn running(&self, id: &str) -> Option<Task> {
        let mut running = self.lock();
        let Running { task, call } = running.get_mut(id)?;
        let requests = call.open_requests();
        let status = match requests.is_empty() {
            true => TaskStatus::Working,
            false => TaskStatus::InputRequired,
        };
        if task.status != status || task.input_requests != requests {
            task.enter(status);
            task.input_requests = requests;
        }
        Some(task.clone())
    }

    /// The call of a running task.
    pub(crate) fn call(&self, id: &str) -> Option<Arc<Ongoing>> {
        self.lock().get(id).map(|running| Arc::clone(&running.call))
    }

    fn begin(&self, task: Task, call: Arc<Ongoing>) {
        self.lock().insert(task.id.clone(), Running { task, call });
    }

    fn end(&self, id: &str) {
        self.lock().remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Tasks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tasks")
            .field("ttl", &self.ttl)
            .finish_non_exhaustive()
    }
}
