//! The methods of tasks.
//!
//! Source: the extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28.

use serde::Serialize;

use super::Answer;
use crate::ask::{missing, read_responses};
use crate::context::Context;
use crate::error::ErrorObject;
use crate::expectation::excerpt;
use crate::failure::{Failed, ToolError};
use crate::message::{Request, text};
use crate::meta;
use crate::reply::Reply;
use crate::running::Running;
use crate::server::Server;
use crate::session::{Session, Step};
use crate::subject::Subject;
use crate::tasks::{EXTENSION, Task};
use crate::version::{Era, ProtocolVersion};

impl Session {
    /// Answers for a task that the server knows. For one that runs that is done at once: it is no
    /// call, of which there may be too many.
    pub(super) fn of_task(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        let client = meta::told(request.params.meta).client;
        if client.extension(EXTENSION).is_none() {
            return Err(undeclared());
        }
        let id = request.params.task_id.and_then(text);
        let id = id
            .ok_or_else(|| ErrorObject::invalid_params("`taskId` must be a string"))?
            .into_owned();
        let tasks = self.server.tasks();
        let call = tasks.call(&id);
        match (&*request.method, &call) {
            ("tasks/update", call) => {
                let responses = request.params.input_responses.ok_or_else(|| {
                    ErrorObject::invalid_params("`inputResponses` is missing, an object")
                })?;
                let responses = read_responses(responses)?;
                if let Some(call) = call {
                    call.respond(responses)?;
                }
            }
            ("tasks/cancel", Some(call)) => call.flight.cancel_detached(),
            _ => {}
        }
        let gets = request.method == "tasks/get";
        if let Some(task) = tasks.running(&id) {
            Reply::new(
                out,
                request.id.token(),
                &self.server,
                &Subject::List,
                version,
            )
            .members(&Told::of(task, gets));
            return Ok(Step::Reply);
        }
        let found = found(self.server.clone(), id, gets);
        Ok(self.running(version, request, Subject::List, Running::finding(found)))
    }
}

/// What a client is told of a task that is there.
#[derive(Serialize)]
#[serde(untagged)]
enum Told {
    Task(Box<Task>),
    Nothing {},
}

impl Told {
    fn of(task: Task, gets: bool) -> Self {
        match gets {
            true => Self::Task(Box::new(task)),
            false => Self::Nothing {},
        }
    }
}

/// What is told of a task that does not run.
async fn found(server: Server, id: String, gets: bool) -> Result<Told, Failed> {
    let found = server.tasks().store.get(id.clone()).await;
    match found.map_err(ToolError::into_failed)? {
        Some(task) => Ok(Told::of(task.at_rest(), gets)),
        None => Err(Failed::Protocol(ErrorObject::invalid_params(format!(
            "there is no task `{}`, or none any more",
            excerpt(&id)
        )))),
    }
}

/// Whether a call may go on as a task, or what the model reads where it has to and cannot.
///
/// # Errors
/// -32021 if it has to, and its client could know tasks and does not.
pub(super) fn may_begin(
    context: Option<Context>,
    is_required: bool,
    tool: &str,
) -> Result<Result<bool, String>, ErrorObject> {
    // What is wrong with the context is told later.
    let Some(context) = context else {
        return Ok(Ok(false));
    };
    let is_stateless = context.version().rules().era == Era::Stateless;
    let is_declared = is_stateless && context.client().extension(EXTENSION).is_some();
    match is_declared {
        false if is_required && is_stateless => Err(undeclared()),
        false if is_required => Ok(Err(format!(
            "`{tool}` runs as a task only, which the client cannot follow"
        ))),
        _ => Ok(Ok(is_declared && context.ongoing().peer.transport.is_some())),
    }
}

fn undeclared() -> ErrorObject {
    missing(&["extensions", EXTENSION], EXTENSION)
}
