//! The part of a call that holds its thread: a function that computes or blocks, apart from the
//! future that waits for what it returns.

use std::fmt;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::panics::caught;

/// The function of a tool that is [`blocking`](macro@crate::tool), to be run on a thread that may
/// be held. The [`Call`](crate::Call) it was taken from waits for it.
///
/// ```
/// use mcp_core::Call;
///
/// fn start(call: &mut Call) {
///     while let Some(work) = call.work() {
///         std::thread::spawn(|| work.run());
///     }
/// }
/// ```
#[must_use = "work that is dropped fails its call"]
pub struct Work(Box<dyn FnOnce() + Send>);

impl Work {
    /// The function as work, and the future of its value.
    pub(crate) fn new<T: Send + 'static>(
        function: impl FnOnce() -> T + Send + 'static,
    ) -> (Self, Outcome<T>) {
        let slot = Arc::new(Mutex::new(Slot::Waiting(None)));
        let promise = Promise(Arc::clone(&slot));
        let work = move || {
            if let Some(value) = caught(function) {
                promise.keep(value);
            }
        };
        (Self(Box::new(work)), Outcome(slot))
    }

    /// Runs the function to its end. A panic in it is the call's to report.
    pub fn run(self) {
        (self.0)();
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Work")
    }
}

/// What work and the future of its value share.
enum Slot<T> {
    Waiting(Option<Waker>),
    Done(T),
    /// The value has been taken, or there will be none: the function panicked, or nobody ran it.
    Empty,
}

fn lock<T>(slot: &Mutex<Slot<T>>) -> MutexGuard<'_, Slot<T>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The work's end of a slot. Dropped without a value, it leaves the slot empty.
struct Promise<T>(Arc<Mutex<Slot<T>>>);

impl<T> Promise<T> {
    fn keep(&self, value: T) {
        self.fill(Slot::Done(value));
    }

    fn fill(&self, filled: Slot<T>) {
        let before = std::mem::replace(&mut *lock(&self.0), filled);
        if let Slot::Waiting(Some(waker)) = before {
            waker.wake();
        }
    }
}

impl<T> Drop for Promise<T> {
    fn drop(&mut self) {
        let is_kept = !matches!(*lock(&self.0), Slot::Waiting(_));
        if !is_kept {
            self.fill(Slot::Empty);
        }
    }
}

/// Waits for the value of work. Where there is none, it panics as the function did.
pub(crate) struct Outcome<T>(Arc<Mutex<Slot<T>>>);

impl<T> Future for Outcome<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut slot = lock(&self.0);
        match std::mem::replace(&mut *slot, Slot::Empty) {
            Slot::Waiting(_) => {
                *slot = Slot::Waiting(Some(cx.waker().clone()));
                Poll::Pending
            }
            Slot::Done(value) => Poll::Ready(value),
            Slot::Empty => {
                drop(slot);
                // The panic hook has had its say where the function panicked.
                resume_unwind(Box::new("the work was not done"))
            }
        }
    }
}
