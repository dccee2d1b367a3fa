//! Layers of tower around the calls of tools.
//!
//! A call goes through the layers of its tool from the outermost to the innermost and then comes to
//! the function. Each layer is a [`Stage`]: a service made once, which every call waits for in
//! turn. Arguments are decoded behind the last, so layers see all calls, also those that cannot run.

mod stage;

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use serde_json::value::RawValue;
use tower_service::Service;

use crate::arguments::Arguments;
use crate::context::Context;
use crate::error::{ErrorCode, ErrorObject};
use crate::failure::{Failed, chain};
use crate::output::Shape;
use crate::panics::caught;
use crate::reply::{Outcome, Reply};
use crate::result::CallToolResult;
use crate::running::Running;
use crate::schema::SchemaOf;
use crate::subject::Subject;

pub(crate) use stage::Layered;
pub use stage::ToolLayer;

/// What layers fail with.
type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// How a call goes on.
type Answering = Pin<Box<dyn Future<Output = Result<CallToolResponse, BoxError>> + Send>>;

/// A call of a tool on its way through layers.
///
/// Its arguments are as the client sent them, not yet held to the tool's schema. A clone is the
/// same call: passed on again, it runs the function again, and its client gets one answer.
///
/// Source: MCP 2026-07-28, `CallToolRequest`.
#[derive(Clone)]
pub struct CallToolRequest {
    context: Context,
    arguments: Arc<RawValue>,
    /// How many layers are to come before the function.
    ahead: usize,
}

impl CallToolRequest {
    /// The name of the tool.
    pub fn tool(&self) -> &str {
        self.context.tool()
    }

    /// Who makes the call, what came with it under `_meta`, and ways to be heard before the answer.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The arguments: the JSON text of an object.
    pub fn arguments(&self) -> &RawValue {
        &self.arguments
    }

    /// Passes the call on to the next layer, or to the function behind the last.
    async fn pass_on(mut self) -> Result<CallToolResponse, BoxError> {
        let Some(ahead) = self.ahead.checked_sub(1) else {
            return Ok(self.run().await);
        };
        self.ahead = ahead;
        let server = self.context.ongoing().server.clone();
        let stage = &server.tool(self.place()).registered().layers[ahead];
        stage.call(self).await
    }

    /// Where the server has the tool, in the list that the call was made under.
    fn place(&self) -> usize {
        let server = &self.context.ongoing().server;
        server.find(self.tool()).expect("the tool that is called")
    }

    /// Decodes the arguments and runs the function.
    async fn run(self) -> CallToolResponse {
        let ongoing = self.context.ongoing();
        let server = &ongoing.server;
        let subject = Subject::Tool(self.place());
        let mut message = Vec::new();
        let mut reply = Reply::new(&mut message, &ongoing.id, server, &subject, ongoing.version);
        match caught(|| self.started()) {
            None => reply.panicked(),
            Some(Ok(mut running)) => {
                poll_fn(|cx| {
                    // The owner of the call can take it from there before the next poll.
                    if let Some(work) = running.take_work() {
                        ongoing.hand_out(work);
                        cx.waker().wake_by_ref();
                    }
                    running.poll(cx, &mut reply)
                })
                .await;
            }
            Some(Err(faults)) if server.faults_are_errors() => {
                reply.failed(Failed::Protocol(ErrorObject::invalid_params(faults)));
            }
            Some(Err(faults)) => reply.failure(&faults),
        }
        let outcome = reply.outcome();
        CallToolResponse(Response::Written { message, outcome })
    }

    /// The called function, or what is wrong with the arguments.
    fn started(&self) -> Result<Running, String> {
        let server = &self.context.ongoing().server;
        let registered = server.tool(self.place()).registered();
        let arguments = Arguments::passed_on(
            &self.arguments,
            &registered.definition,
            server.states(),
            self.context.clone(),
        );
        let mut arguments = arguments.expect("an object, as it was when the call was made");
        let running = (registered.start)(&mut arguments);
        arguments.tell_ignored(self.tool());
        match (running, arguments.faults(self.tool())) {
            (Some(running), None) => Ok(running.after(std::mem::take(&mut arguments.before))),
            (_, faults) => Err(faults.unwrap_or_default()),
        }
    }
}

impl fmt::Debug for CallToolRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallToolRequest")
            .field("tool", &self.tool())
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}

/// The answer to a [`CallToolRequest`]: the tool's own, or a [`CallToolResult`] that a layer gives
/// in its place. The tool's is for the call that it was made for and no other.
///
/// ```
/// use mcp_core::{CallToolResponse, CallToolResult};
///
/// let response = CallToolResponse::from(CallToolResult::new().content("as yesterday"));
/// assert!(!response.is_error());
/// ```
#[derive(Debug)]
pub struct CallToolResponse(Response);

#[derive(Debug)]
enum Response {
    /// The whole message.
    Written {
        message: Vec<u8>,
        outcome: Outcome,
    },
    Told(CallToolResult),
}

impl CallToolResponse {
    /// Whether the tool failed, or could not be run with its arguments.
    pub fn is_error(&self) -> bool {
        match &self.0 {
            Response::Written { outcome, .. } => *outcome != Outcome::Success,
            Response::Told(result) => result.is_error,
        }
    }

    /// The code of the JSON-RPC error that the answer is, where it is no result.
    pub fn error_code(&self) -> Option<ErrorCode> {
        match &self.0 {
            Response::Written {
                outcome: Outcome::Error(code),
                ..
            } => Some(*code),
            _ => None,
        }
    }
}

impl From<CallToolResult> for CallToolResponse {
    fn from(result: CallToolResult) -> Self {
        Self(Response::Told(result))
    }
}

/// What a layer is put around: the rest of a call's way to its function. It is always ready.
#[derive(Clone, Copy, Debug)]
pub struct Next(());

impl Service<CallToolRequest> for Next {
    type Response = CallToolResponse;
    type Error = BoxError;
    type Future = Answering;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: CallToolRequest) -> Answering {
        Box::pin(request.pass_on())
    }
}

/// Starts a call that goes through layers, of which there are so many.
pub(crate) fn call(arguments: &mut Arguments<'_>, layers: usize) -> Option<Running> {
    let context = arguments.context()?;
    let request = CallToolRequest {
        arguments: arguments.pass_on().into(),
        context,
        ahead: layers,
    };
    Some(Running::new(Answered, async move {
        let tool = request.context.clone();
        let answered = request.pass_on().await;
        answered
            .map_err(|error| format!("the call of `{}` failed: {}", tool.tool(), chain(&*error)))
    }))
}

/// Writes what layers answer.
struct Answered;

impl Shape for Answered {
    type Return = Result<CallToolResponse, String>;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, answered: Self::Return, reply: &mut Reply<'_>) {
        match answered {
            Ok(CallToolResponse(Response::Written { message, .. })) => reply.written(&message),
            Ok(CallToolResponse(Response::Told(result))) => reply.as_told(result),
            Err(failure) => reply.failure(&failure),
        }
    }
}
