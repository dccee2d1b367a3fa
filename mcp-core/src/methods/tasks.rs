//! The methods of tasks.
//!
//! Source: the extension `io.modelcontextprotocol/tasks` of MCP 2026-07-28.

use serde_json::{Value, json};

use super::Answer;
use crate::ask::{missing, read_responses};
use crate::context::Context;
use crate::error::ErrorObject;
use crate::expectation::excerpt;
use crate::failure::{Failed, ToolError};
use crate::message::{Request, text};
use crate::meta;
use crate::running::Running;
use crate::server::Server;
use crate::session::Session;
use crate::subject::Subject;
use crate::tasks::EXTENSION;
use crate::version::{Era, ProtocolVersion};

impl Session {
    /// Answers for a task that the server knows, running or not.
    pub(super) fn of_task(&self, version: ProtocolVersion, request: &Request<'_>) -> Answer {
        let client = meta::told(request.params.meta).client;
        if client.extension(EXTENSION).is_none() {
            return Err(undeclared());
        }
        let id = request.params.task_id.and_then(text);
        let id = id
            .ok_or_else(|| ErrorObject::invalid_params("`taskId` must be a string"))?
            .into_owned();
        let call = self.server.tasks().call(&id);
        match (&*request.method, call) {
            ("tasks/update", call) => {
                let responses = request.params.input_responses.ok_or_else(|| {
                    ErrorObject::invalid_params("`inputResponses` is missing, an object")
                })?;
                let responses = read_responses(responses)?;
                if let Some(call) = call {
                    call.respond(responses);
                }
            }
            ("tasks/cancel", Some(call)) => call.flight.cancel_detached(),
            _ => {}
        }
        let gets = request.method == "tasks/get";
        let found = found(self.server.clone(), id, gets);
        Ok(self.running(version, request, Subject::List, Running::listing(found)))
    }
}

/// A task, or nothing at all if it is only to be there.
async fn found(server: Server, id: String, gets: bool) -> Result<Value, Failed> {
    let tasks = server.tasks();
    let task = match tasks.running(&id) {
        Some(task) => Some(task),
        None => tasks
            .store
            .get(id.clone())
            .await
            .map_err(ToolError::into_failed)?,
    };
    match task {
        Some(task) if gets => Ok(json!(task)),
        Some(_) => Ok(json!({})),
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
