//! What a call under way and the contexts handed to its tool share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use serde_json::{Map, Value};

use crate::ask::Round;
use crate::client::Client;
use crate::error::ErrorObject;
use crate::in_flight::Flight;
use crate::log::LogLevel;
use crate::message::Request;
use crate::meta::{self, Told};
use crate::peer::Peer;
use crate::progress::Progressed;
use crate::server::Server;
use crate::session::Session;
use crate::version::{Era, ProtocolVersion};
#[cfg(feature = "tower")]
use crate::work::Work;

/// The request that makes a call, for a context that its tool may ask for.
#[derive(Debug)]
pub(crate) struct Caller<'a> {
    pub(crate) session: &'a Session,
    pub(crate) request: &'a Request<'a>,
    pub(crate) version: ProtocolVersion,
    pub(crate) tool: &'a str,
}

/// A call whose tool has a context. It lives as long as anybody holds the context; it is over
/// when it is answered, cancelled or given up.
#[derive(Debug)]
pub(crate) struct Ongoing {
    pub(crate) id: Box<str>,
    pub(crate) tool: Box<str>,
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Arc<Client>,
    pub(crate) meta: Map<String, Value>,
    pub(crate) peer: Arc<Peer>,
    pub(crate) flight: Arc<Flight>,
    /// From which level on the request wants to be told; a session has its own.
    log_level: Option<LogLevel>,
    /// As it was sent, if it was.
    pub(crate) progress_token: Option<Box<str>>,
    state: Mutex<State>,
    round: Mutex<Round>,
    /// What a function behind layers waits for.
    #[cfg(feature = "tower")]
    work: Mutex<Option<Work>>,
    pub(crate) server: Server,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    is_over: bool,
    /// How many parts of the tool are not to be stopped.
    shields: usize,
    pub(crate) progress: Progressed,
    wakers: Vec<Waker>,
}

impl Ongoing {
    /// # Errors
    /// When the request answers what was not asked.
    pub(crate) fn of(caller: &Caller<'_>) -> Result<Self, ErrorObject> {
        let Told {
            meta,
            progress_token,
            log_level,
            client,
        } = meta::told(caller.request.params.meta);
        let client = match caller.version.rules().era {
            Era::Handshake => Arc::clone(&caller.session.client),
            Era::Stateless => Arc::new(client),
        };
        let server = &caller.session.server;
        Ok(Self {
            id: caller.request.id.token().into(),
            tool: caller.tool.into(),
            version: caller.version,
            client,
            meta,
            peer: Arc::clone(&caller.session.peer),
            flight: Arc::default(),
            log_level,
            progress_token,
            state: Mutex::default(),
            round: Mutex::new(match caller.version.rules().era {
                Era::Handshake => Round::default(),
                Era::Stateless => Round::of(caller.request, caller.tool, server.asking())?,
            }),
            #[cfg(feature = "tower")]
            work: Mutex::default(),
            server: server.clone(),
        })
    }

    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nothing is asked"))]
    pub(crate) fn round(&self) -> MutexGuard<'_, Round> {
        self.round.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves work to whoever owns the call.
    #[cfg(feature = "tower")]
    pub(crate) fn hand_out(&self, work: Work) {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
    }

    #[cfg(feature = "tower")]
    pub(crate) fn take_work(&self) -> Option<Work> {
        self.work
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// From which level on the client wants to be told; `None` if it wants to be told nothing.
    pub(crate) fn log_level(&self) -> Option<LogLevel> {
        match self.version.rules().era {
            Era::Handshake => Some(self.peer.log_level()),
            Era::Stateless => self.log_level,
        }
    }

    /// Does what may only be done before the call is over: nothing is said of it afterwards.
    pub(crate) fn during<T>(&self, act: impl FnOnce(&mut State) -> T) -> Option<T> {
        let mut state = self.lock();
        (!state.is_over && self.flight.is_running()).then(|| act(&mut state))
    }

    /// Whether the answer is not awaited any more.
    pub(crate) fn is_over(&self) -> bool {
        self.flight.is_cancelled() || self.lock().is_over
    }

    /// Waits until it is over.
    pub(crate) fn poll_over(&self, waker: &Waker) -> Poll<()> {
        let mut state = self.lock();
        if state.is_over {
            return Poll::Ready(());
        }
        if !state.wakers.iter().any(|known| known.will_wake(waker)) {
            state.wakers.push(waker.clone());
        }
        Poll::Pending
    }

    /// Ends it. Those who hold a context are told.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.is_over = true;
        let wakers = std::mem::take(&mut state.wakers);
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }

    pub(crate) fn is_shielded(&self) -> bool {
        self.lock().shields > 0
    }

    pub(crate) fn shield(&self) {
        self.lock().shields += 1;
    }

    pub(crate) fn unshield(&self) {
        self.lock().shields -= 1;
        // It may be the last thing that kept a cancelled call.
        self.flight.wake();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
