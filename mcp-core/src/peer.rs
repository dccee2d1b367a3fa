//! The client's end of a connection, for what is said to it unasked: notifications and requests.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::ask::{Kept, Requests};
use crate::listening::Listening;
use crate::log::LogLevel;
use crate::response::json;

/// What a session's owner does for it, apart from handing it frames: it sends messages that answer
/// nothing, and it has a clock.
///
/// A session [without one](crate::Session::new) answers requests all the same; its tools' progress
/// and log go nowhere, and they can ask nothing of a client of the handshake era.
///
/// ```
/// use std::pin::Pin;
/// use std::sync::Mutex;
/// use std::time::Duration;
///
/// use mcp_core::Transport;
///
/// /// Keeps what is sent, as a test wants it.
/// struct Kept(Mutex<Vec<String>>);
///
/// impl Transport for Kept {
///     fn send(&self, message: Vec<u8>) {
///         let message = String::from_utf8(message).expect("messages are text");
///         self.0.lock().unwrap().push(message);
///     }
///
///     fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
///         Box::pin(tokio::time::sleep(time))
///     }
/// }
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends one message, given without a line end, after all those that were sent before it. It
    /// must not wait: a tool is calling.
    fn send(&self, message: Vec<u8>);

    /// Whether the client keeps up. As long as it does not, progress and log are dropped, and what
    /// would be kept for it stays bounded.
    fn has_room(&self) -> bool {
        true
    }

    /// Ends after this time.
    fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The client's end of one session. Calls share it with their session.
pub(crate) struct Peer {
    pub(crate) transport: Option<Box<dyn Transport>>,
    /// What the client of the handshake era wants to be told.
    log_level: AtomicU8,
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nothing is asked"))]
    pub(crate) requests: Requests,
    pub(crate) listening: Listening,
}

impl Peer {
    pub(crate) fn new(transport: Option<Box<dyn Transport>>, asking: &Kept) -> Self {
        Self {
            transport,
            log_level: AtomicU8::new(LogLevel::Info as u8),
            requests: Requests::new(asking),
            listening: Listening::default(),
        }
    }

    pub(crate) fn log_level(&self) -> LogLevel {
        LogLevel::of(self.log_level.load(Ordering::Relaxed))
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        self.log_level.store(level as u8, Ordering::Relaxed);
    }

    /// Sends a notification, unless the client does not keep up.
    pub(crate) fn notify(&self, method: &str, params: &impl Serialize) {
        if let Some(transport) = self.transport.as_ref().filter(|one| one.has_room()) {
            transport.send(notification(method, params));
        }
    }
}

/// A notification's message.
pub(crate) fn notification(method: &str, params: &impl Serialize) -> Vec<u8> {
    let mut message = br#"{"jsonrpc":"2.0","method":"#.to_vec();
    json(&mut message, method);
    message.extend_from_slice(br#","params":"#);
    json(&mut message, params);
    message.push(b'}');
    message
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer")
            .field("log_level", &self.log_level())
            .finish_non_exhaustive()
    }
}
