//! Requests to a client of the handshake era, and its answers.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::Kept;
use crate::peer::{Peer, notification};
use crate::raw::Raw;
use crate::response::json;

/// The requests that the client has yet to answer, by their ids. They are ours, and have nothing
/// to do with the client's own.
#[derive(Debug)]
pub(crate) struct Requests {
    table: Mutex<Table>,
    /// How long the client has for an answer.
    patience: Duration,
}

#[derive(Debug, Default)]
struct Table {
    last: u64,
    open: HashMap<u64, Open>,
    /// Set when nobody answers any more.
    is_closed: bool,
}

#[derive(Debug)]
enum Open {
    Waiting(Option<Waker>),
    Answered(Result<Box<RawValue>, Unanswered>),
}

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Unanswered {
    /// The client answered with an error, which says this.
    Refused(String),
    /// It did not answer in time.
    Late(Duration),
    /// There is nobody who could.
    Gone,
}

impl Requests {
    pub(crate) fn new(kept: &Kept) -> Self {
        Self {
            table: Mutex::default(),
            patience: kept.patience,
        }
    }

    fn open(&self) -> Result<u64, Unanswered> {
        let mut table = self.lock();
        if table.is_closed {
            return Err(Unanswered::Gone);
        }
        table.last += 1;
        let id = table.last;
        table.open.insert(id, Open::Waiting(None));
        Ok(id)
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer {
    /// Sends a request. Dropping what it gives takes the request back.
    pub(crate) fn request(
        self: &Arc<Self>,
        method: &str,
        params: &Value,
    ) -> Result<Requested, Unanswered> {
        let transport = self.transport.as_deref().ok_or(Unanswered::Gone)?;
        let id = self.requests.open()?;
        let mut message = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"#).into_bytes();
        json(&mut message, method);
        message.extend_from_slice(br#","params":"#);
        json(&mut message, params);
        message.push(b'}');
        transport.send(message);
        Ok(Requested {
            peer: Arc::clone(self),
            id,
            late: transport.sleep(self.requests.patience),
        })
    }

    /// Takes the client's answer. One to nothing, or to what is not awaited any more, is dropped.
    pub(crate) fn answered(&self, id: Option<&str>, answer: Result<Raw<'_>, Raw<'_>>) {
        let Some(id) = id.and_then(|id| id.parse().ok()) else {
            return;
        };
        let answer = answer.map(Raw::boxed).map_err(refusal);
        let mut table = self.requests.lock();
        let open = table.open.get_mut(&id);
        let waker = open.and_then(|open| open.settle(answer));
        drop(table);
        waker.map(Waker::wake).unwrap_or_default();
    }

    /// Nobody will answer any more.
    pub(crate) fn close(&self) {
        let mut table = self.requests.lock();
        table.is_closed = true;
        let open = table.open.values_mut();
        let wakers: Vec<_> = open
            .filter_map(|open| open.settle(Err(Unanswered::Gone)))
            .collect();
        drop(table);
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Open {
    /// Keeps the first answer, and gives who waits for it.
    fn settle(&mut self, answer: Result<Box<RawValue>, Unanswered>) -> Option<Waker> {
        match self {
            Self::Waiting(waker) => {
                let waker = waker.take();
                *self = Self::Answered(answer);
                waker
            }
            Self::Answered(_) => None,
        }
    }
}

fn refusal(error: Raw<'_>) -> Unanswered {
    let error: Value = serde_json::from_str(error.get()).unwrap_or_default();
    let message = error["message"].as_str().unwrap_or("it did not say why");
    Unanswered::Refused(message.to_owned())
}

/// A request on its way. Dropped before it is answered, it is cancelled.
pub(crate) struct Requested {
    peer: Arc<Peer>,
    id: u64,
    late: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Future for Requested {
    type Output = Result<Box<RawValue>, Unanswered>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut table = self.peer.requests.lock();
        if let Some(Open::Waiting(waker)) = table.open.get_mut(&self.id) {
            *waker = Some(cx.waker().clone());
            drop(table);
            let patience = self.peer.requests.patience;
            let late = self.late.as_mut().poll(cx);
            return late.map(|()| Err(Unanswered::Late(patience)));
        }
        Poll::Ready(match table.open.remove(&self.id) {
            Some(Open::Answered(answer)) => answer,
            _ => Err(Unanswered::Gone),
        })
    }
}

impl Drop for Requested {
    fn drop(&mut self) {
        let removed = self.peer.requests.lock().open.remove(&self.id);
        if let (Some(Open::Waiting(_)), Some(transport)) = (removed, &self.peer.transport) {
            let params =
                json!({ "requestId": self.id, "reason": "the answer is not needed any more" });
            transport.send(notification("notifications/cancelled", &params));
        }
    }
}
