//! One connection's side of the protocol: frames in, steps out.
//!
//! A session puts messages in order, answers what it can at once and hands tool calls to its
//! owner. It performs no I/O and starts no task, so tests drive it with byte strings. Which era
//! a request belongs to is decided for each request: one that names a version in `_meta` is
//! stateless, whatever came before it; any other belongs to the session that `initialize` opened.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::call::{Batch, NewCall};
use crate::client::Client;
use crate::error::{ErrorCode, ErrorObject};
use crate::id::Id;
use crate::in_flight::{Flight, InFlight};
use crate::listening::Farewell;
use crate::message::{Envelope, Malformed, Members, Message, Request, no_json};
use crate::meta::stateless_version;
use crate::methods::Answer;
use crate::panics::caught;
use crate::peer::{Peer, Transport};
use crate::raw::Raw;
use crate::response::{self, UnknownId};
use crate::salvage::Salvage;
use crate::server::Server;
use crate::version::ProtocolVersion;

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
    pub(crate) server: Server,
    /// The version of the handshake, once there was one.
    pub(crate) negotiated: Option<ProtocolVersion>,
    /// What the client said of itself in the handshake.
    pub(crate) client: Arc<Client>,
    pub(crate) peer: Arc<Peer>,
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

impl Session {
    /// A conversation in which nothing has been said yet. Without a transport, it can only answer.
    pub fn new(server: Server) -> Self {
        Self::begin(server, None)
    }

    /// A conversation in which nothing has been said yet, with a way to the client besides answers.
    pub fn with_transport(server: Server, transport: impl Transport) -> Self {
        Self::begin(server, Some(Box::new(transport)))
    }

    fn begin(server: Server, transport: Option<Box<dyn Transport>>) -> Self {
        let peer = Arc::new(Peer::new(transport, server.asking()));
        server.0.live.attend(&peer);
        Self {
            server,
            negotiated: None,
            client: Arc::default(),
            peer,
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
        if salvage.wants_no_answer() {
            return Step::Nothing;
        }
        let fault = Malformed {
            id: salvage.id().map(str::to_owned),
            error: ErrorObject::invalid_request(format!(
                "the message is longer than {limit} bytes"
            )),
        };
        self.malformed(&fault, out)
    }

    /// Says that there will be no more frames: what tools have asked of the client is not going to
    /// be answered. Calls go on.
    pub fn end(&mut self) {
        self.peer.close();
        self.peer.stop_listening();
    }

    /// What is to be said to the client when the service ends before the client leaves.
    pub fn farewell(&self) -> Farewell {
        Farewell::new(self.server.clone(), Arc::clone(&self.peer))
    }

    pub(crate) fn enter(&mut self, id: &str, flight: Arc<Flight>) {
        if let Some(id) = Id::from_token(id) {
            self.in_flight.enter(id, flight);
        }
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
        let error = match Raw::new(text) {
            Some(_) => ErrorObject::invalid_request(
                "a line holds one message; batches are part of 2025-03-26 only",
            ),
            None => ErrorObject::parse_error(no_json(text)),
        };
        self.malformed(&Malformed { id: None, error }, out)
    }

    fn batch(&mut self, text: &str, out: &mut Vec<u8>) -> Step {
        let elements: Vec<&RawValue> = match serde_json::from_str(text) {
            Ok(elements) => elements,
            Err(_) => return self.not_one_message(text, out),
        };
        if elements.is_empty() {
            let error = ErrorObject::invalid_request("a batch holds at least one message");
            return self.malformed(&Malformed { id: None, error }, out);
        }
        let mut batch = Batch::default();
        for element in elements {
            let mut answer = Vec::new();
            match self.message(element.get(), true, &mut answer) {
                Step::Nothing => {}
                Step::Reply => batch.answer(&answer),
                // Entered at once, so that a second use of its id in this batch is noticed.
                Step::Call(call) => batch.call(call.detach(self)),
            }
        }
        batch.step(out)
    }

    fn message(&mut self, text: &str, in_batch: bool, out: &mut Vec<u8>) -> Step {
        match Message::parse(text, &mut Envelope::default()) {
            Ok(Message::Request(request)) => self.request(&request, in_batch, out),
            Ok(Message::Notification { method, params }) => {
                self.notification(&method, params);
                Step::Nothing
            }
            Ok(Message::Answer { id, answer }) => {
                self.peer.answered(id.map(Id::token), answer);
                Step::Nothing
            }
            Err(fault) => self.malformed(&fault, out),
        }
    }

    fn notification(&mut self, method: &str, params: &Members<'_>) {
        if method == "notifications/cancelled"
            && let Some(id) = params.request_id.and_then(Id::from_raw)
        {
            self.in_flight.cancel(id);
            self.peer.sweep();
        }
    }

    fn request(&mut self, request: &Request<'_>, in_batch: bool, out: &mut Vec<u8>) -> Step {
        self.server.refresh();
        let start = out.len();
        // A schema is made when it is first listed, by code of the tool's author.
        let answer = caught(|| self.dispatch(request, in_batch, out));
        let internal =
            || ErrorObject::new(ErrorCode::INTERNAL_ERROR, "the server failed unexpectedly");
        answer
            .unwrap_or_else(|| Err(internal()))
            .unwrap_or_else(|error| {
                out.truncate(start);
                response::error(out, request.id.token(), &error);
                Step::Reply
            })
    }

    /// Decides which era a request is of, and finds its method there.
    fn dispatch(&mut self, request: &Request<'_>, in_batch: bool, out: &mut Vec<u8>) -> Answer {
        let refuse = |message: &'static str| Err(ErrorObject::invalid_request(message));
        if self.in_flight.contains(request.id) {
            return refuse("a request with this id is still running");
        }
        match (stateless_version(request.params.meta)?, self.negotiated) {
            (Some(_), _) if in_batch => refuse("2026-07-28 has no batches"),
            (Some(version), _) => self.stateless(version, request, out),
            (None, _) if request.method == "initialize" && in_batch => {
                refuse("`initialize` must not be part of a batch")
            }
            (None, _) if request.method == "initialize" => self.initialize(request, out),
            (None, Some(version)) => self.in_session(version, request, out),
            (None, None) => self.before_handshake(request, out),
        }
    }
}
