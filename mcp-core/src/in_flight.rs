//! Calls that are running, so that a client can cancel them and none has another's id.
//!
//! The session alone holds the table. A call that ends only marks its own entry, so no lock is
//! shared; marked entries are swept when the table would grow.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

/// The running calls of one session, by their ids' keys.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    calls: HashMap<Box<str>, Arc<Flight>>,
}

impl InFlight {
    /// Whether a call with this id still runs.
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.calls.get(id).is_some_and(|flight| flight.is_running())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Enters a call that has begun to wait.
    pub(crate) fn enter(&mut self, id: Box<str>, flight: Arc<Flight>) {
        if self.calls.len() == self.calls.capacity() {
            self.calls.retain(|_, flight| flight.is_running());
        }
        self.calls.insert(id, flight);
    }

    /// Stops a call. Nothing happens if it has ended, or never was.
    pub(crate) fn cancel(&mut self, id: &str) {
        if let Some(flight) = self.calls.remove(id) {
            flight.cancel();
        }
    }
}

const RUNNING: u8 = 0;
const ENDED: u8 = 1;
const CANCELLED: u8 = 2;

/// What a running call and its session know of each other. It ends once: either the call is
/// answered or it is cancelled.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    state: AtomicU8,
    waker: Mutex<Option<Waker>>,
}

impl Flight {
    fn is_running(&self) -> bool {
        self.state.load(Ordering::Acquire) == RUNNING
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.state.load(Ordering::Acquire) == CANCELLED
    }

    /// Claims the right to answer; `false` if the call was cancelled.
    pub(crate) fn end(&self) -> bool {
        let swapped =
            self.state
                .compare_exchange(RUNNING, ENDED, Ordering::AcqRel, Ordering::Acquire);
        swapped.is_ok()
    }

    /// Who to wake at a cancellation. Returns whether it has come already.
    pub(crate) fn wait(&self, waker: &Waker) -> bool {
        let mut slot = self.waker.lock().unwrap_or_else(PoisonError::into_inner);
        match slot.as_mut() {
            Some(known) => known.clone_from(waker),
            None => *slot = Some(waker.clone()),
        }
        drop(slot);
        self.is_cancelled()
    }

    fn cancel(&self) {
        let swapped =
            self.state
                .compare_exchange(RUNNING, CANCELLED, Ordering::AcqRel, Ordering::Acquire);
        if swapped.is_ok() {
            self.wake();
        }
    }

    /// Has the call polled again.
    pub(crate) fn wake(&self) {
        let waker = self
            .waker
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}
