//! The methods a session answers, one table for each era.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::json;

use crate::arguments::Arguments;
use crate::call::{NewCall, Single, panicked};
use crate::client::Client;
use crate::error::ErrorObject;
use crate::listening::Changes;
use crate::log::LogLevel;
use crate::message::{Members, Request, text};
use crate::meta::is_implementation;
use crate::ongoing::Caller;
use crate::panics::caught;
use crate::raw::Raw;
use crate::reply::Reply;
use crate::response;
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
            "tools/list" if self.server.has_tools() => self.list_tools(version, request, out),
            "tools/call" if self.server.has_tools() => self.call_tool(version, request, out),
            "subscriptions/listen" => self.listen(request),
            "initialize" => Err(not_initialized_here()),
            method => Err(ErrorObject::method_not_found(method)),
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
            "tools/list" if self.server.has_tools() => self.list_tools(version, request, out),
            "tools/call" if self.server.has_tools() => self.call_tool(version, request, out),
            method => Err(ErrorObject::method_not_found(method)),
        }
    }

    /// The methods that need no version.
    pub(crate) fn before_handshake(request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        match &*request.method {
            "ping" => Ok(empty(request, out)),
            "subscriptions/listen"
            | "logging/setLevel"
            | "server/discover"
            | "tools/list"
            | "tools/call" => Err(ErrorObject::invalid_params(
                "send `initialize` first, or name a version in `_meta` under `io.modelcontextprotocol/protocolVersion`",
            )),
            method => Err(ErrorObject::method_not_found(method)),
        }
    }

    /// Opens a session, or opens it anew.
    pub(crate) fn initialize(&mut self, request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        let version = ProtocolVersion::negotiate(&requested_version(&request.params)?);
        let value = |raw: Option<Raw<'_>>| {
            raw.and_then(|raw| serde_json::from_str(raw.get()).ok())
                .unwrap_or_default()
        };
        self.client = Arc::new(Client::new(
            value(request.params.client_info),
            value(request.params.capabilities),
        ));
        self.peer.set_log_level(LogLevel::Info);
        self.peer.declare(self.server.changes());
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
        let offered = self.server.changes();
        let flight = self.peer.listen(request.id, wanted, &offered);
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

    fn list_tools(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        let cursor = request.params.cursor.map(|cursor| {
            text(cursor).ok_or_else(|| ErrorObject::invalid_params("`cursor` must be a string"))
        });
        let cursor = cursor.transpose()?;
        let page = self.server.page(version, cursor.as_deref());
        let page = page.ok_or_else(|| {
            ErrorObject::invalid_params("`cursor` is not one that this server gave")
        })?;
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
        let tool = self.server.tool(place);
        let definition = tool.definition();
        let caller = Caller {
            session: self,
            request,
            version,
            tool: &name,
        };
        let subject = Subject::Tool(place);
        let arguments = request.params.arguments;
        let arguments = Arguments::new(arguments, definition, self.server.states());
        let mut arguments = arguments
            .ok_or_else(|| ErrorObject::invalid_params("`arguments` must be an object"))?
            .sent_by(&caller);
        // Decoding runs code of the tool's author too.
        let running = caught(|| (tool.start())(&mut arguments)).flatten();
        if let Some(error) = arguments.take_refusal() {
            return Err(error);
        }
        let failure = match (running, arguments.faults(&name)) {
            (Some(running), None) => {
                let running = running.after(std::mem::take(&mut arguments.before));
                let (server, ongoing) = (self.server.clone(), arguments.ongoing());
                let call = Single::new(request.id, server, subject, version, running, ongoing);
                return Ok(Step::Call(NewCall::of(call)));
            }
            (running, Some(faults)) => {
                // It was called with what was left, and its arguments may panic when dropped.
                caught(|| drop(running));
                if self.server.faults_are_errors() {
                    return Err(ErrorObject::invalid_params(faults));
                }
                faults
            }
            (None, None) => panicked(&name),
        };
        Reply::new(out, request.id.token(), &self.server, subject, version).failure(&failure);
        Ok(Step::Reply)
    }
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
