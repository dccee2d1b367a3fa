//! One connection's side of the protocol: frames in, steps out.
//!
//! A session puts messages in order, answers what it can at once and hands tool calls to its
//! owner. It performs no I/O and starts no task, so tests drive it with byte strings. Which era
//! a request belongs to is decided for each request: one that names a version in `_meta` is
//! stateless, whatever came before it; any other belongs to the session that `initialize` opened.

use serde_json::value::RawValue;

use crate::arguments::Arguments;
use crate::call::{NewCall, Parts, Single, close_batch, panicked, push_answer};
use crate::error::ErrorObject;
use crate::id::Id;
use crate::in_flight::{Flight, InFlight};
use crate::message::{Malformed, Members, Message, Request, text};
use crate::meta::{is_implementation, stateless_version};
use crate::output::Running;
use crate::reply::Reply;
use crate::response::{self, UnknownId};
use crate::salvage::Salvage;
use crate::server::Server;
use crate::version::ProtocolVersion;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// One client's conversation with a server.
///
/// ```
/// use mcp_core::{Server, Session, Step};
///
/// let server = Server::builder("empty", "1.0.0").build()?;
/// let mut session = Session::new(server);
/// let mut out = Vec::new();
///
/// let step = session.receive(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, &mut out);
/// assert!(matches!(step, Step::Reply));
/// assert_eq!(out, br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    server: Server,
    /// The version of the handshake, once there was one.
    negotiated: Option<ProtocolVersion>,
    in_flight: InFlight,
}

/// What a frame asks for.
#[derive(Debug)]
#[must_use]
pub enum Step {
    /// Nothing. Notifications, answers and blank lines get no word.
    Nothing,
    /// One message has been appended to the output, without a line end.
    Reply,
    /// A tool to run; its answer comes from the call.
    Call(NewCall),
}

/// The most messages that one batch may hold.
const MAX_BATCH: usize = 100;

impl Session {
    /// A conversation in which nothing has been said yet.
    pub fn new(server: Server) -> Self {
        Self {
            server,
            negotiated: None,
            in_flight: InFlight::default(),
        }
    }

    /// Takes one frame, the bytes of one message without their line end. A reply is appended to
    /// `out`; a frame never fails otherwise, whatever it holds.
    pub fn receive(&mut self, frame: &[u8], out: &mut Vec<u8>) -> Step {
        let frame = frame
            .strip_prefix("\u{feff}".as_bytes())
            .unwrap_or(frame)
            .trim_ascii();
        if frame.is_empty() {
            return Step::Nothing;
        }
        let text = match str::from_utf8(frame) {
            Ok(text) => text,
            Err(error) => {
                let fault = Malformed::unreadable(frame, format!("malformed JSON: {error}"));
                return self.malformed(&fault, out);
            }
        };
        match self.negotiated {
            _ if !text.starts_with('[') => self.message(text, false, out),
            Some(version) if version.rules().batches => self.batch(text, out),
            _ => self.not_one_message(text, out),
        }
    }

    /// Answers a frame that was longer than the `limit`, in bytes, that its reader allows.
    /// `salvage` has seen all of it.
    pub fn overlong(&mut self, salvage: &Salvage, limit: usize, out: &mut Vec<u8>) -> Step {
        let fault = Malformed {
            id: salvage.id().map(str::to_owned),
            error: ErrorObject::invalid_request(format!(
                "the message is longer than {limit} bytes"
            )),
        };
        self.malformed(&fault, out)
    }

    pub(crate) fn enter(&mut self, id: &str) -> Arc<Flight> {
        let id = Id::from_token(id).map_or_else(|| id.into(), Id::key);
        self.in_flight.enter(id)
    }

    fn malformed(&self, fault: &Malformed, out: &mut Vec<u8>) -> Step {
        match &fault.id {
            Some(id) => response::error(out, id, &fault.error),
            None => {
                let rules = self.negotiated.map(ProtocolVersion::rules);
                response::error_without_id(out, UnknownId::under(rules), &fault.error);
            }
        }
        Step::Reply
    }

    fn not_one_message(&self, text: &str, out: &mut Vec<u8>) -> Step {
        let error = match serde_json::from_str::<&RawValue>(text) {
            Ok(_) => ErrorObject::invalid_request(
                "a line holds one message; batches are part of 2025-03-26 only",
            ),
            Err(error) => ErrorObject::parse_error(format!("malformed JSON: {error}")),
        };
        self.malformed(&Malformed { id: None, error }, out)
    }

    fn batch(&mut self, text: &str, out: &mut Vec<u8>) -> Step {
        let elements: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(elements) => elements,
            Err(_) => return self.not_one_message(text, out),
        };
        if elements.is_empty() || elements.len() > MAX_BATCH {
            let error =
                ErrorObject::invalid_request(format!("a batch holds 1 to {MAX_BATCH} messages"));
            return self.malformed(&Malformed { id: None, error }, out);
        }
        let mut answers = Vec::new();
        let mut calls = Vec::new();
        for element in elements {
            let mut answer = Vec::new();
            if let Step::Call(NewCall {
                parts: Parts::One(mut call),
            }) = self.message(element.get(), true, &mut answer)
            {
                // Entered at once, so that a second use of its id in this batch is noticed.
                call.enter(self);
                calls.push(call);
            }
            push_answer(&mut answers, &answer);
        }
        if !calls.is_empty() {
            return Step::Call(NewCall {
                parts: Parts::Batch { answers, calls },
            });
        }
        close_batch(&answers, out);
        if answers.is_empty() {
            Step::Nothing
        } else {
            Step::Reply
        }
    }

    fn message(&mut self, text: &str, in_batch: bool, out: &mut Vec<u8>) -> Step {
        match Message::parse(text) {
            Ok(Message::Request(request)) => self.request(&request, in_batch, out),
            Ok(Message::Notification { method, params }) => {
                self.notification(&method, &params);
                Step::Nothing
            }
            Ok(Message::Answer) => Step::Nothing,
            Err(fault) => self.malformed(&fault, out),
        }
    }

    fn notification(&mut self, method: &str, params: &Members<'_>) {
        if method == "notifications/cancelled"
            && let Some(id) = params.request_id.and_then(Id::from_raw)
        {
            self.in_flight.cancel(&id.key());
        }
    }

    fn request(&mut self, request: &Request<'_>, in_batch: bool, out: &mut Vec<u8>) -> Step {
        match self.dispatch(request, in_batch, out) {
            Ok(step) => step,
            Err(error) => {
                response::error(out, request.id.token(), &error);
                Step::Reply
            }
        }
    }

    fn dispatch(
        &mut self,
        request: &Request<'_>,
        in_batch: bool,
        out: &mut Vec<u8>,
    ) -> Result<Step, ErrorObject> {
        if !self.in_flight.is_empty() && self.in_flight.contains(&request.id.key()) {
            return Err(ErrorObject::invalid_request(
                "a request with this id is still running",
            ));
        }
        match stateless_version(request.params.meta)? {
            Some(_) if in_batch => Err(ErrorObject::invalid_request("2026-07-28 has no batches")),
            Some(version) => self.stateless(request, version, out),
            None if request.method != "initialize" => self.in_session(request, out),
            None if in_batch => Err(ErrorObject::invalid_request(
                "`initialize` must not be part of a batch",
            )),
            None => self.initialize(request, out),
        }
    }

    /// The methods of the stateless era.
    fn stateless(
        &self,
        request: &Request<'_>,
        version: ProtocolVersion,
        out: &mut Vec<u8>,
    ) -> Result<Step, ErrorObject> {
        match &*request.method {
            "server/discover" => {
                let discovered = self.server.discovered().to_string();
                self.reply(request.id, version, discovered.as_bytes(), out);
                Ok(Step::Reply)
            }
            "tools/list" if self.server.has_tools() => self.list_tools(request, version, out),
            "tools/call" if self.server.has_tools() => self.call_tool(request, version, out),
            "initialize" => {
                let supported: Vec<_> = ProtocolVersion::supported().collect();
                let error = ErrorObject::method_not_found("initialize");
                Err(error.with_data(serde_json::json!({ "supported": supported })))
            }
            method => Err(ErrorObject::method_not_found(method)),
        }
    }

    /// The methods of the handshake era.
    fn in_session(&self, request: &Request<'_>, out: &mut Vec<u8>) -> Result<Step, ErrorObject> {
        let method = &*request.method;
        let Some(version) = self.negotiated else {
            return self.before_handshake(request, out);
        };
        match method {
            "ping" => self.pong(request.id, out),
            "tools/list" if self.server.has_tools() => self.list_tools(request, version, out),
            "tools/call" if self.server.has_tools() => self.call_tool(request, version, out),
            _ => Err(ErrorObject::method_not_found(method)),
        }
    }

    fn before_handshake(
        &self,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Step, ErrorObject> {
        match &*request.method {
            "ping" => self.pong(request.id, out),
            "server/discover" | "tools/list" | "tools/call" => Err(ErrorObject::invalid_params(
                "send `initialize` first, or name a version in `_meta` under `io.modelcontextprotocol/protocolVersion`",
            )),
            method => Err(ErrorObject::method_not_found(method)),
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "an arm of the method tables")]
    fn pong(&self, id: Id<'_>, out: &mut Vec<u8>) -> Result<Step, ErrorObject> {
        response::result(out, id.token(), b"{}");
        Ok(Step::Reply)
    }

    /// Opens a session, or opens it anew.
    fn initialize(
        &mut self,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Result<Step, ErrorObject> {
        let params = &request.params;
        let Some(requested) = params.protocol_version.and_then(text) else {
            return Err(ErrorObject::invalid_params(
                "`protocolVersion` must be a string",
            ));
        };
        if !params
            .capabilities
            .is_some_and(|raw| raw.get().starts_with('{'))
        {
            return Err(ErrorObject::invalid_params(
                "`capabilities` must be an object",
            ));
        }
        if !params.client_info.is_some_and(is_implementation) {
            return Err(ErrorObject::invalid_params(
                "`clientInfo` must be an object with the strings `name` and `version`",
            ));
        }
        let version = ProtocolVersion::negotiate(&requested);
        self.negotiated = Some(version);
        response::result(
            out,
            request.id.token(),
            self.server.initialized(version).to_string().as_bytes(),
        );
        Ok(Step::Reply)
    }

    fn list_tools(
        &self,
        request: &Request<'_>,
        version: ProtocolVersion,
        out: &mut Vec<u8>,
    ) -> Result<Step, ErrorObject> {
        let cursor = match request.params.cursor {
            Some(cursor) => Some(
                text(cursor)
                    .ok_or_else(|| ErrorObject::invalid_params("`cursor` must be a string"))?,
            ),
            None => None,
        };
        let page = self
            .server
            .page(version, cursor.as_deref())
            .ok_or_else(|| {
                ErrorObject::invalid_params("`cursor` is not one that this server gave")
            })?;
        self.reply(request.id, version, page, out);
        Ok(Step::Reply)
    }

    /// Writes a result, labelled as its version wants it. `result` is an object with members.
    fn reply(&self, id: Id<'_>, version: ProtocolVersion, result: &[u8], out: &mut Vec<u8>) {
        response::open_result(out, id.token());
        out.extend_from_slice(&result[..result.len() - 1]);
        out.extend_from_slice(self.server.label(version.rules()));
        out.extend_from_slice(b"}}");
    }

    fn call_tool(
        &self,
        request: &Request<'_>,
        version: ProtocolVersion,
        out: &mut Vec<u8>,
    ) -> Result<Step, ErrorObject> {
        let name = request.params.name.and_then(text);
        let name = name.ok_or_else(|| {
            ErrorObject::invalid_params("`name` must be a string, the tool's name")
        })?;
        let place = self.server.find(&name)?;
        let tool = self.server.tool(place);
        let definition = tool.definition();
        let mut arguments = Arguments::new(
            request.params.arguments,
            &definition.parameters,
            definition.strict,
        )
        .ok_or_else(|| ErrorObject::invalid_params("`arguments` must be an object"))?;
        // Decoding runs code of the tool's author too.
        let running = catch_unwind(AssertUnwindSafe(|| (tool.start())(&mut arguments)));
        let failure = match (running, arguments.faults(&definition.name)) {
            (Ok(Some(running)), None) => {
                return Ok(self.new_call(request.id, place, version, running));
            }
            (_, Some(faults)) if self.server.faults_are_errors() => {
                return Err(ErrorObject::invalid_params(faults));
            }
            (_, Some(faults)) => faults,
            (_, None) => panicked(&definition.name),
        };
        let rules = version.rules();
        let mut reply = Reply {
            out,
            id: request.id.token(),
            rules,
            label: self.server.label(rules),
            wraps: false,
        };
        reply.failure(&failure);
        Ok(Step::Reply)
    }

    fn new_call(
        &self,
        id: Id<'_>,
        tool: usize,
        version: ProtocolVersion,
        running: Running,
    ) -> Step {
        let call = Single::new(id.token(), self.server.clone(), tool, version, running);
        Step::Call(NewCall {
            parts: Parts::One(call),
        })
    }
}
