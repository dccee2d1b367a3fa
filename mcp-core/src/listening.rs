//! What clients are told of changes: all of a session that its server says may change, and in the
//! stateless era what a client listens to.
//!
//! Source: MCP 2026-07-28, "Basic / Patterns / Subscriptions".

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{ErrorCode, ErrorObject};
use crate::id::Id;
use crate::in_flight::Flight;
use crate::lookout::Watches;
use crate::peer::{Peer, notification};
use crate::raw::Raw;
use crate::response;
use crate::server::Server;
use crate::version::ProtocolVersion;

/// How many resources a client may be subscribed to, and how long the URI of each may be, in bytes.
const MAX_SUBSCRIPTIONS: usize = 10_000;
const MAX_URI: usize = 8 << 10;

/// How many requests of a client may listen.
const MAX_LISTENERS: usize = 1000;

/// Something that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change<'a> {
    Tools,
    Resources,
    /// The resource of this URI.
    Resource(&'a str),
}

impl<'a> Change<'a> {
    fn method(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Resources => "notifications/resources/list_changed",
            Self::Resource(_) => "notifications/resources/updated",
        }
    }

    fn params(self) -> Changed<'a> {
        Changed {
            uri: match self {
                Self::Tools | Self::Resources => None,
                Self::Resource(uri) => Some(uri),
            },
        }
    }
}

/// What is said of a change.
#[derive(Serialize)]
struct Changed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'a str>,
}

/// Which changes a client wants to hear of, or may.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Changes {
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) tools_list_changed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) prompts_list_changed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) resources_list_changed: bool,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) resource_subscriptions: BTreeSet<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Changes {
    /// Reads what a request listens to. What is not known is not told of.
    pub(crate) fn requested(filter: Option<Raw<'_>>) -> Result<Self, ErrorObject> {
        let fault = |why: &dyn fmt::Display| {
            ErrorObject::invalid_params(format!(
                "`notifications` must be an object of flags and lists: {why}"
            ))
        };
        let filter = filter.ok_or_else(|| fault(&"it is missing"))?;
        if !filter.get().starts_with('{') {
            return Err(fault(&"it is none"));
        }
        serde_json::from_str(filter.get()).map_err(|error| fault(&error))
    }

    /// What both have.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            tools_list_changed: self.tools_list_changed && other.tools_list_changed,
            prompts_list_changed: self.prompts_list_changed && other.prompts_list_changed,
            resources_list_changed: self.resources_list_changed && other.resources_list_changed,
            resource_subscriptions: match other.resources_list_changed {
                true => self.resource_subscriptions,
                false => BTreeSet::new(),
            },
        }
    }

    pub(crate) fn are_of_resources(&self) -> bool {
        self.resources_list_changed || !self.resource_subscriptions.is_empty()
    }

    fn has(&self, change: Change<'_>) -> bool {
        match change {
            Change::Tools => self.tools_list_changed,
            Change::Resources => self.resources_list_changed,
            Change::Resource(uri) => {
                let mut subscribed = self.resource_subscriptions.iter();
                subscribed.any(|to| is_part(uri, to))
            }
        }
    }
}

/// Whether one URI is another, or lies below it.
fn is_part(uri: &str, of: &str) -> bool {
    let rest = uri.strip_prefix(of.trim_end_matches('/'));
    uri == of || rest.is_some_and(|rest| rest.starts_with('/'))
}

/// What a client is told of without having asked, and what it listens to.
#[derive(Debug, Default)]
pub(crate) struct Listening(Mutex<Told>);

#[derive(Debug, Default)]
struct Told {
    /// What a session was declared to be told of.
    session: Changes,
    /// What notices these by itself.
    watches: Option<Arc<Watches>>,
    listeners: Vec<Listener>,
}

/// A request that is answered when the service ends, and has changes told until then.
#[derive(Debug)]
struct Listener {
    id: Box<str>,
    changes: Changes,
    /// What notices these by itself, as long as it is held.
    _watches: Option<Arc<Watches>>,
    flight: Arc<Flight>,
}

/// The label of all that is said to a listener.
#[derive(Serialize)]
struct Labelled<'a, T> {
    #[serde(rename = "_meta")]
    meta: Label<'a>,
    #[serde(flatten)]
    params: T,
}

#[derive(Serialize)]
struct Label<'a> {
    /// The id of the request, with its type.
    #[serde(rename = "io.modelcontextprotocol/subscriptionId")]
    subscription: &'a RawValue,
}

impl Told {
    fn sweep(&mut self) {
        self.listeners
            .retain(|listener| listener.flight.is_running());
    }

    /// Refuses what would take too much memory.
    fn admit(&mut self, more: &BTreeSet<String>) -> Result<(), ErrorObject> {
        self.sweep();
        let listened = self.listeners.iter().map(|listener| &listener.changes);
        let all = listened.chain([&self.session]);
        let count: usize = all
            .map(|changes| changes.resource_subscriptions.len())
            .sum();
        if self.listeners.len() >= MAX_LISTENERS || count + more.len() > MAX_SUBSCRIPTIONS {
            return Err(ErrorObject::new(
                ErrorCode::INTERNAL_ERROR,
                "there are too many subscriptions; end some that are no longer needed",
            ));
        }
        match more.iter().all(|uri| uri.len() <= MAX_URI) {
            true => Ok(()),
            false => Err(ErrorObject::invalid_params(format!(
                "a URI to be subscribed to may be {MAX_URI} bytes long"
            ))),
        }
    }
}

impl Listening {
    fn lock(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    fn label<T>(&self, params: T) -> Option<Labelled<'_, T>> {
        let subscription = serde_json::from_str(&self.id).ok()?;
        let meta = Label { subscription };
        Some(Labelled { meta, params })
    }
}

impl Peer {
    /// Says which changes a session is told of from now on, and what notices them.
    pub(crate) fn declare(&self, changes: Changes, watches: Option<Arc<Watches>>) {
        let mut told = self.listening.lock();
        told.session = changes;
        told.watches = watches;
    }

    /// Tells a session of changes of a resource too.
    ///
    /// # Errors
    /// When there are too many already.
    pub(crate) fn subscribe(&self, uri: &str) -> Result<(), ErrorObject> {
        let mut told = self.listening.lock();
        if !told.session.resource_subscriptions.contains(uri) {
            let more = BTreeSet::from([uri.to_owned()]);
            told.admit(&more)?;
            told.session.resource_subscriptions.extend(more);
        }
        let watches = told.watches.clone();
        // What notices changes tells of them meanwhile.
        drop(told);
        if let Some(watches) = watches {
            watches.settle();
        }
        Ok(())
    }

    /// Tells a session no more of a resource.
    pub(crate) fn unsubscribe(&self, uri: &str) {
        let subscriptions = &mut self.listening.lock().session.resource_subscriptions;
        subscriptions.remove(uri);
    }

    /// Begins to tell a request of changes, and says so first. `None` if nothing can be told.
    ///
    /// # Errors
    /// When there are too many already.
    pub(crate) fn listen(
        &self,
        id: Id<'_>,
        changes: Changes,
        watches: Option<Arc<Watches>>,
    ) -> Result<Option<Arc<Flight>>, ErrorObject> {
        #[derive(Serialize)]
        struct Accepted<'a> {
            notifications: &'a Changes,
        }

        let Some(transport) = &self.transport else {
            return Ok(None);
        };
        if let Some(watches) = &watches {
            watches.settle();
        }
        let listener = Listener {
            id: id.token().into(),
            changes,
            _watches: watches,
            flight: Arc::default(),
        };
        let flight = Arc::clone(&listener.flight);
        // Nothing is told before this, and nothing is missed after it.
        let mut told = self.listening.lock();
        told.admit(&listener.changes.resource_subscriptions)?;
        if let Some(accepted) = listener.label(Accepted {
            notifications: &listener.changes,
        }) {
            transport.send(notification(
                "notifications/subscriptions/acknowledged",
                &accepted,
            ));
        }
        told.listeners.push(listener);
        Ok(Some(flight))
    }

    /// Tells the client of a change, wherever it wants to know.
    pub(crate) fn tell(&self, change: Change<'_>) {
        let Some(transport) = &self.transport else {
            return;
        };
        let mut told = self.listening.lock();
        if told.session.has(change) {
            transport.send(notification(change.method(), &change.params()));
        }
        told.sweep();
        for listener in told.listeners.iter().filter(|one| one.changes.has(change)) {
            if let Some(params) = listener.label(change.params()) {
                transport.send(notification(change.method(), &params));
            }
        }
    }

    /// Requests that were cancelled listen no more.
    pub(crate) fn sweep(&self) {
        self.listening.lock().sweep();
    }

    /// Nobody listens any more.
    pub(crate) fn stop_listening(&self) {
        let mut told = self.listening.lock();
        told.listeners.clear();
        told.watches = None;
    }
}

/// The end of a service that its client has not ended: what the client listens to is answered.
///
/// ```
/// use mcp_core::{Server, Session};
///
/// let session = Session::new(Server::builder("clock", "1.2.0").build()?);
/// let farewell = session.farewell();
/// // ... frames are received, until the process is told to stop ...
/// farewell.say();
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Farewell {
    server: Server,
    peer: Arc<Peer>,
}

impl Farewell {
    pub(crate) fn new(server: Server, peer: Arc<Peer>) -> Self {
        Self { server, peer }
    }

    /// Ends all that the client listens to. Saying it again says nothing.
    pub fn say(&self) {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Cancelled<'a> {
            request_id: &'a RawValue,
            reason: &'a str,
        }

        let Some(transport) = &self.peer.transport else {
            return;
        };
        let label = self.server.label(ProtocolVersion::V2026_07_28.rules());
        let listeners = std::mem::take(&mut self.peer.listening.lock().listeners);
        for Listener { id, flight, .. } in listeners {
            if !flight.end() {
                continue;
            }
            let mut answer = Vec::new();
            response::listened(&mut answer, &id, label);
            transport.send(answer);
            // The specification wants this of a server too. After the answer, clients pass it over.
            if let Ok(request_id) = serde_json::from_str(&id) {
                let reason = "the server stops";
                let params = Cancelled { request_id, reason };
                transport.send(notification("notifications/cancelled", &params));
            }
        }
    }
}
