//! A tool that waits until its test lets it go, and tells what has happened to it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

use mcp_core::tool;

/// Waits until a gate is open.
#[tool]
pub(crate) async fn wait(gate: String) -> String {
    Passage(Gate::named(&gate)).await;
    "passed".to_owned()
}

/// What a call of [`wait`] and its test know of each other.
#[derive(Default)]
pub(crate) struct Gate {
    is_open: AtomicBool,
    polls: AtomicUsize,
    has_left: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

thread_local! {
    /// A test's own: it polls its calls itself, and tests that run at once have threads of their own.
    static GATES: RefCell<HashMap<String, Arc<Gate>>> = RefCell::default();
}

impl Gate {
    pub(crate) fn named(name: &str) -> Arc<Self> {
        GATES.with_borrow_mut(|gates| Arc::clone(gates.entry(name.to_owned()).or_default()))
    }

    /// Lets the tool go.
    pub(crate) fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
        let waker = self.waker.lock().expect("no test panics here").take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// How often the tool has been polled.
    pub(crate) fn polls(&self) -> usize {
        self.polls.load(Ordering::SeqCst)
    }

    /// Whether the tool's future is gone, finished or not.
    pub(crate) fn has_left(&self) -> bool {
        self.has_left.load(Ordering::SeqCst)
    }
}

struct Passage(Arc<Gate>);

impl Future for Passage {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let gate = &self.0;
        gate.polls.fetch_add(1, Ordering::SeqCst);
        *gate.waker.lock().expect("no test panics here") = Some(cx.waker().clone());
        match gate.is_open.load(Ordering::SeqCst) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        self.0.has_left.store(true, Ordering::SeqCst);
    }
}

/// A waker that counts.
#[derive(Default)]
pub(crate) struct Wakes(AtomicUsize);

impl Wakes {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}
