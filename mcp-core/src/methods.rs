//! The methods a session answers, one table for each era and one for both.

mod completion;
mod prompts;
mod resources;
#[cfg(feature = "tasks")]
mod tasks;

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::json;

use crate::arguments::Arguments;
use crate::call::{NewCall, Single};
use crate::client::Client;
use crate::error::{ErrorCode, ErrorObject};
use crate::listening::Changes;
use crate::lists::List;
use crate::log::LogLevel;
use crate::message::{Members, Request, text};
use crate::meta::is_implementation;
use crate::ongoing::Caller;
use crate::panics::{caught, panicked};
use crate::raw::Raw;
use crate::registered::Registered;
use crate::reply::Reply;
use crate::response;
use crate::running::Running;
use crate::session::{Session, Step};
use crate::subject::Subject;
use crate::version::ProtocolVersion;

/// A step that answers, or the error that does.
pub(crate) type Answer = Result<Step, ErrorObject>;

impl Session {
    /// The methods of the stateless era.
    pub(crate) fn stateless(
        &mut self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        match &*request.method {
            "server/discover" => Ok(self.discover(version, request, out)),
            "subscriptions/listen" => self.listen(request),
            "initialize" => Err(not_initialized_here()),
            #[cfg(feature = "tasks")]
            "tasks/get" | "tasks/update" | "tasks/cancel" if self.server.has_tasks() => {
                self.of_task(version, request, out)
            }
            _ => self.offered(version, request, out),
        }
    }

    /// The methods of the handshake era, once there was a handshake.
    pub(crate) fn in_session(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        match &*request.method {
            "ping" => Ok(empty(request, out)),
            "logging/setLevel" if self.server.logs() => self.set_log_level(request, out),
            "resources/subscribe" if self.server.resources_may_change() => {
                self.subscribe(request, out)
            }
            "resources/unsubscribe" if self.server.resources_may_change() => {
                self.unsubscribe(request, out)
            }
            _ => self.offered(version, request, out),
        }
    }

    /// The methods of both eras, of what the server has.
    fn offered(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        let list = |list, out| self.list(list, version, request, out);
        match &*request.method {
            // First, since it is what clients do most.
            "tools/call" if self.server.has_tools() => self.call_tool(version, request, out),
            method if !self.offers(method) => Err(ErrorObject::method_not_found(method)),
            "tools/list" => list(List::Tools, out),
            "resources/read" => self.read(version, request),
            "resources/list" => self.list_resources(version, request, out),
            "resources/templates/list" => list(List::Templates, out),
            "prompts/get" => self.get_prompt(version, request),
            "prompts/list" => list(List::Prompts, out),
            "completion/complete" => self.complete(version, request),
            method => Err(ErrorObject::method_not_found(method)),
        }
    }

    /// The methods that need no version.
    pub(crate) fn before_handshake(&self, request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        match &*request.method {
            "ping" => Ok(empty(request, out)),
            "logging/setLevel" | "server/discover" | "subscriptions/listen" => Err(not_yet()),
            method if self.offers(method) => Err(not_yet()),
            method => Err(ErrorObject::method_not_found(method)),
        }
    }

    /// Whether a method is of something that the server has.
    fn offers(&self, method: &str) -> bool {
        match method {
            "tools/list" | "tools/call" => self.server.has_tools(),
            "resources/list" | "resources/templates/list" | "resources/read" => {
                self.server.has_resources()
            }
            "prompts/list" | "prompts/get" => self.server.has_prompts(),
            "completion/complete" => self.server.completes(),
            _ => false,
        }
    }

    /// Opens a session, or opens it anew.
    pub(crate) fn initialize(&mut self, request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        let version = ProtocolVersion::negotiate(&requested_version(request.params)?);
        let value = |raw: Option<Raw<'_>>| {
            raw.and_then(|raw| serde_json::from_str(raw.get()).ok())
                .unwrap_or_default()
        };
        self.client = Arc::new(Client::new(
            value(request.params.client_info),
            value(request.params.capabilities),
        ));
        self.peer.set_log_level(LogLevel::Info);
        let changes = self.server.changes();
        self.peer.declare(changes, self.server.watches());
        self.negotiated = Some(version);
        let result = self.server.initialized(version).to_string();
        response::result(out, request.id.token(), result.as_bytes());
        Ok(Step::Reply)
    }

    fn discover(&self, version: ProtocolVersion, request: &Request<'_>, out: &mut Vec<u8>) -> Step {
        let result = self.server.discovered(version).to_string();
        response::result(out, request.id.token(), result.as_bytes());
        Step::Reply
    }

    /// Tells of changes until the client cancels the request, or the service ends.
    fn listen(&mut self, request: &Request<'_>) -> Answer {
        let wanted = Changes::requested(request.params.notifications)?;
        let changes = wanted.and(&self.server.changes());
        let watches = match changes.are_of_resources() {
            true => self.server.watches(),
            false => None,
        };
        let flight = self.peer.listen(request.id, changes, watches)?;
        let flight = flight.ok_or_else(|| ErrorObject::method_not_found(&request.method))?;
        self.enter(request.id.token(), flight);
        Ok(Step::Nothing)
    }

    /// What the session is told from now on.
    fn set_log_level(&self, request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        let level = request.params.level.and_then(text);
        let level = level.and_then(|level| LogLevel::named(&level));
        let level = level.ok_or_else(|| {
            let names = LogLevel::names();
            ErrorObject::invalid_params(format!("`level` must be one of {names}"))
        })?;
        self.peer.set_log_level(level);
        Ok(empty(request, out))
    }

    fn list(
        &self,
        list: List,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        let cursor = cursor(request)?;
        let page = self.server.page(list, version, cursor.as_deref());
        let page = page.ok_or_else(bad_cursor)?;
        Ok(self.labelled(version, request, page, out))
    }

    /// Writes a result, an object with members, labelled as its version wants it.
    fn labelled(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        result: &[u8],
        out: &mut Vec<u8>,
    ) -> Step {
        response::open_result(out, request.id.token());
        out.extend_from_slice(&result[..result.len() - 1]);
        out.extend_from_slice(self.server.label(version.rules()));
        out.extend_from_slice(b"}}");
        Step::Reply
    }

    fn call_tool(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        let name = request.params.name.and_then(text);
        let name = name.ok_or_else(|| {
            ErrorObject::invalid_params("`name` must be a string, the tool's name")
        })?;
        let place = self.server.find(&name)?;
        let subject = Subject::Tool(place);
        let asked = Asked {
            request,
            version,
            name: &name,
            arguments: request.params.arguments,
        };
        let registered = self.server.tool(place).registered();
        let faults = match self.start(&asked, subject, registered)? {
            Started::Call(call) => return Ok(Step::Call(call)),
            Started::Faults(faults) if self.server.faults_are_errors() => {
                return Err(ErrorObject::invalid_params(faults));
            }
            Started::Faults(faults) => faults,
            Started::Panicked => panicked(Some(&registered.definition)),
        };
        let subject = Subject::Tool(place);
        Reply::new(out, request.id.token(), &self.server, &subject, version).failure(&faults);
        Ok(Step::Reply)
    }

    /// Decodes the arguments of a function and calls it.
    fn start(
        &self,
        asked: &Asked<'_>,
        subject: Subject,
        registered: &Registered,
    ) -> Result<Started, ErrorObject> {
        let caller = Caller {
            session: self,
            request: asked.request,
            version: asked.version,
            tool: asked.name,
        };
        let states = self.server.states();
        let arguments = Arguments::new(asked.arguments, &registered.definition, states);
        let Some(mut arguments) = arguments else {
            return Err(ErrorObject::invalid_params("`arguments` must be an object"));
        };
        arguments.sent_by(&caller);
        #[cfg(feature = "tasks")]
        let may_be_task = match registered.definition.task {
            None => false,
            Some(is_required) => {
                match tasks::may_begin(arguments.context(), is_required, asked.name)? {
                    Ok(may_be_task) => may_be_task,
                    Err(refusal) => return Ok(Started::Faults(refusal)),
                }
            }
        };
        // Decoding runs code of the function's author too.
        let running = caught(|| registered.call(&mut arguments)).flatten();
        arguments.tell_ignored(asked.name);
        if let Some(error) = arguments.take_refusal() {
            return Err(error);
        }
        Ok(match (running, arguments.faults(asked.name)) {
            (Some(running), None) => {
                let running = running.after(std::mem::take(&mut arguments.before));
                let (id, version) = (asked.request.id, asked.version);
                let (server, ongoing) = (self.server.clone(), arguments.ongoing());
                let call = Single::new(id, server, subject, version, running, ongoing);
                #[cfg(feature = "tasks")]
                let call = call.offered_as_task(may_be_task);
                Started::Call(NewCall::of(call))
            }
            (running, Some(faults)) => {
                // It was called with what was left, and its arguments may panic when dropped.
                caught(|| drop(running));
                Started::Faults(faults)
            }
            (None, None) => Started::Panicked,
        })
    }

    /// Starts a function that is no tool, of which all that goes wrong is an error.
    fn start_or_fail(
        &self,
        asked: &Asked<'_>,
        subject: Subject,
        registered: &Registered,
    ) -> Answer {
        match self.start(asked, subject, registered)? {
            Started::Call(call) => Ok(Step::Call(call)),
            Started::Faults(faults) => Err(ErrorObject::invalid_params(faults)),
            Started::Panicked => Err(ErrorObject::new(
                ErrorCode::INTERNAL_ERROR,
                panicked(Some(&registered.definition)),
            )),
        }
    }

    /// A call of something that has no arguments to decode.
    fn running(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        subject: Subject,
        running: Running,
    ) -> Step {
        let server = self.server.clone();
        let call = Single::new(request.id, server, subject, version, running, None);
        Step::Call(NewCall::of(call))
    }
}

/// What a request asks a function for.
struct Asked<'a> {
    request: &'a Request<'a>,
    version: ProtocolVersion,
    /// What the function is called where a client reads of it.
    name: &'a str,
    arguments: Option<Raw<'a>>,
}

/// What comes of starting a function.
enum Started {
    Call(NewCall),
    /// It was not called.
    Faults(String),
    Panicked,
}

/// What a client is told that has not said which version it speaks.
fn not_yet() -> ErrorObject {
    ErrorObject::invalid_params(
        "send `initialize` first, or name a version in `_meta` under `io.modelcontextprotocol/protocolVersion`",
    )
}

fn cursor<'a>(request: &Request<'a>) -> Result<Option<Cow<'a, str>>, ErrorObject> {
    let cursor = request.params.cursor.map(|cursor| {
        text(cursor).ok_or_else(|| ErrorObject::invalid_params("`cursor` must be a string"))
    });
    cursor.transpose()
}

fn bad_cursor() -> ErrorObject {
    ErrorObject::invalid_params("`cursor` is not one that this server gave")
}

fn empty(request: &Request<'_>, out: &mut Vec<u8>) -> Step {
    response::result(out, request.id.token(), b"{}");
    Step::Reply
}

/// `initialize` has no place in a stateless request; a client that mixes the two is told what
/// there is.
fn not_initialized_here() -> ErrorObject {
    let supported: Vec<_> = ProtocolVersion::supported().collect();
    ErrorObject::method_not_found("initialize").with_data(json!({ "supported": supported }))
}

/// The version an `initialize` asks for, if its parameters are whole.
fn requested_version<'a>(params: &Members<'a>) -> Result<Cow<'a, str>, ErrorObject> {
    let fault = |message: &'static str| ErrorObject::invalid_params(message);
    let version = params.protocol_version.and_then(text);
    let version = version.ok_or_else(|| fault("`protocolVersion` must be a string"))?;
    if !params
        .capabilities
        .is_some_and(|raw| raw.get().starts_with('{'))
    {
        return Err(fault("`capabilities` must be an object"));
    }
    if !params.client_info.is_some_and(is_implementation) {
        return Err(fault(
            "`clientInfo` must be an object with the strings `name` and `version`",
        ));
    }
    Ok(version)
}
