//! Calls that are running, so that a client can cancel them and none has another's id.
//!
//! The session alone holds the table. A call that ends only marks its own entry, so no lock is
//! shared; marked entries are swept out every so often.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

use crate::id::Id;

/// The running calls of one session, by their ids' keys.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    calls: HashMap<Box<str>, Arc<Flight>>,
    /// How many ids have been looked for since the last sweep.
    looks: usize,
}

impl InFlight {
    /// Whether a call with this id still runs.
    pub(crate) fn contains(&mut self, id: Id<'_>) -> bool {
        if self.calls.is_empty() {
            return false;
        }
        self.sweep_at_times();
        let flight = self.calls.get(&*id.key());
        flight.is_some_and(|flight| flight.is_running())
    }

    /// Sweeps so often that most of the table is of running calls, and so seldom that a look costs
    /// little. Once no call runs, nothing is left to look at.
    fn sweep_at_times(&mut self) {
        self.looks += 1;
        if 2 * self.looks >= self.calls.capacity() {
            self.looks = 0;
            self.calls.retain(|_, flight| flight.is_running());
        }
    }

    /// Enters a call that has begun to wait.
    pub(crate) fn enter(&mut self, id: Id<'_>, flight: Arc<Flight>) {
        self.calls.insert(id.key().into(), flight);
    }

    /// Stops a call. Nothing happens if it has ended, or never was.
    pub(crate) fn cancel(&mut self, id: Id<'_>) {
        if let Some(flight) = self.calls.remove(&*id.key()) {
            flight.cancel();
        }
    }
}

const RUNNING: u8 = 0;
const ENDED: u8 = 1;
const CANCELLED: u8 = 2;
#[cfg(feature = "tasks")]
const DETACHED: u8 = 3;

/// What a running call and its session know of each other. It ends once: either the call is
/// answered or it is cancelled. One that is answered with a task goes on without its request.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    state: AtomicU8,
    waker: Mutex<Option<Waker>>,
}

impl Flight {
    pub(crate) fn is_running(&self) -> bool {
        self.state.load(Ordering::Acquire) == RUNNING
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.state.load(Ordering::Acquire) == CANCELLED
    }

    /// Claims the right to answer; `false` if the call was cancelled.
    pub(crate) fn end(&self) -> bool {
        #[cfg(feature = "tasks")]
        if self.turn(DETACHED, ENDED) {
            return true;
        }
        self.turn(RUNNING, ENDED)
    }

    /// Frees the id of the request, whose call goes on; `false` if the call was cancelled.
    #[cfg(feature = "tasks")]
    pub(crate) fn detach(&self) -> bool {
        self.turn(RUNNING, DETACHED)
    }

    #[cfg(feature = "tasks")]
    pub(crate) fn is_detached(&self) -> bool {
        self.state.load(Ordering::Acquire) == DETACHED
    }

    /// Stops a call whose request is answered.
    #[cfg(feature = "tasks")]
    pub(crate) fn cancel_detached(&self) {
        if self.turn(DETACHED, CANCELLED) {
            self.wake();
        }
    }

    fn turn(&self, from: u8, to: u8) -> bool {
        let turned = self
            .state
            .compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire);
        turned.is_ok()
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
        if self.turn(RUNNING, CANCELLED) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn id(token: &str) -> Id<'_> {
        Id::from_token(token).unwrap()
    }

    #[test]
    fn calls_that_have_ended_are_swept_out_and_running_ones_stay() {
        let mut calls = InFlight::default();
        let lasting = Arc::new(Flight::default());
        calls.enter(id("0"), Arc::clone(&lasting));
        for number in 1..1000 {
            let token = number.to_string();
            assert!(!calls.contains(id(&token)));
            let flight = Arc::new(Flight::default());
            calls.enter(id(&token), Arc::clone(&flight));
            assert!(calls.contains(id(&token)));
            flight.end();
        }
        assert!(calls.contains(id("0")));
        assert!(calls.calls.capacity() < 10);
        lasting.end();
        while !calls.calls.is_empty() {
            assert!(!calls.contains(id("0")));
        }
    }
}
