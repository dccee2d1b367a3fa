//! Answers on their way to the client, and how much may be on its way at once.
//!
//! Whoever has an answer writes it, there and then, in the one system call it takes; while
//! somebody writes, others leave theirs in the queue, and that one takes them along. Nobody but a
//! thread of the outbox's own waits for the client: what a full pipe does not take goes to it.
//!
//! A client that does not read is not served either: above [`MAX_WAITING`] no more is read and no
//! call goes on. Calls under way are counted too, and one too many is refused, never waited for.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::streams::Output;

/// How many bytes of answers may wait before the client is expected to read some.
const MAX_WAITING: usize = 4 << 20;

/// Answers up to this size, in bytes, leave together.
const MAX_TOGETHER: usize = 64 * 1024;

/// How much may be under way: calls, and the bytes of the messages that made them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) calls: usize,
    pub(crate) bytes: usize,
}

/// Where answers go, each piece being whole lines. Clones are the same outbox.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Wakes the thread that waits for the client.
    handed_over: Condvar,
    /// Both are told when there is room again, when nothing is under way any more, and at the end.
    reader: Condvar,
    tasks: Notify,
    /// Without an output, a task takes what is queued.
    output: Option<Output>,
    limits: Limits,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Vec<u8>>,
    /// How much of the first piece has been written.
    written: usize,
    /// How many bytes wait for the client, in the queue or on their way out of it.
    waiting: usize,
    writer: Writer,
    has_thread: bool,
    calls: usize,
    call_bytes: usize,
    /// Set when the service is over. The first reason counts.
    end: Option<io::Result<()>>,
}

/// Who writes what is queued.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Writer {
    /// Nobody; nothing is queued.
    #[default]
    Nobody,
    /// Whoever had an answer.
    Passer,
    /// The thread that waits for the client.
    Thread,
}

/// What a call under way may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    GoOn,
    /// Until the client has read something.
    Wait,
    Stop,
}

/// A call's place among those under way, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) outbox: Outbox,
    bytes: usize,
}

impl Outbox {
    /// An outbox that writes by itself.
    pub(crate) fn direct(output: Output, limits: Limits) -> Self {
        Self::new(Some(output), limits)
    }

    /// An outbox that somebody [empties](Self::next).
    pub(crate) fn queued(limits: Limits) -> Self {
        Self::new(None, limits)
    }

    fn new(output: Option<Output>, limits: Limits) -> Self {
        Self(Arc::new(Shared {
            state: Mutex::default(),
            handed_over: Condvar::new(),
            reader: Condvar::new(),
            tasks: Notify::new(),
            output,
            limits,
        }))
    }

    /// Sends whole lines. What is left of `lines` is an empty buffer.
    pub(crate) fn put(&self, lines: &mut Vec<u8>) {
        let mut state = self.lock();
        if lines.is_empty() || state.end.is_some() {
            return lines.clear();
        }
        let Some(output) = &self.0.output else {
            state.push(mem::take(lines));
            drop(state);
            return self.0.tasks.notify_waiters();
        };
        if state.writer != Writer::Nobody {
            return state.push(mem::take(lines));
        }
        state.writer = Writer::Passer;
        drop(state);
        self.write_now(output, lines);
    }

    /// Writes `lines` and what others queue meanwhile, until the stream is full.
    fn write_now(&self, output: &Output, lines: &mut Vec<u8>) {
        loop {
            let written = output.write_now(lines);
            let mut state = self.lock();
            match written {
                Err(error) => {
                    lines.clear();
                    state.writer = Writer::Nobody;
                    drop(state);
                    return self.end(Err(error));
                }
                Ok(count) if count < lines.len() => {
                    state.put_back(mem::take(lines), count);
                    state.writer = Writer::Thread;
                    let has_thread = mem::replace(&mut state.has_thread, true);
                    drop(state);
                    return self.hand_over(has_thread, output);
                }
                Ok(_) => lines.clear(),
            }
            // Whoever queued this may be gone; this thread still counts as a call under way, or
            // is the reader.
            match state.queue.pop_front() {
                Some(next) => {
                    drop(state);
                    // Somebody may wait for just this room.
                    self.took(next.len());
                    *lines = next;
                }
                None => return state.writer = Writer::Nobody,
            }
        }
    }

    /// Leaves the queue to the thread that waits for the client.
    fn hand_over(&self, has_thread: bool, output: &Output) {
        if has_thread {
            return self.0.handed_over.notify_one();
        }
        let outbox = self.clone();
        let started = thread::Builder::new()
            .name("mcp-stdio write".to_owned())
            .spawn(move || outbox.run());
        if started.is_err() {
            // Without another thread it is this one that waits.
            self.lock().has_thread = false;
            self.write_all(output);
        }
    }

    /// The thread's work.
    fn run(&self) {
        let Some(output) = &self.0.output else { return };
        let is_idle = |state: &mut State| state.writer != Writer::Thread && state.end.is_none();
        loop {
            let state = self.0.handed_over.wait_while(self.lock(), is_idle);
            let writer = state.unwrap_or_else(PoisonError::into_inner).writer;
            match writer {
                Writer::Thread => self.write_all(output),
                Writer::Nobody | Writer::Passer => return,
            }
        }
    }

    /// Writes what is queued, waiting for the client.
    fn write_all(&self, output: &Output) {
        loop {
            let mut state = self.lock();
            let Some(piece) = state.queue.pop_front() else {
                return state.writer = Writer::Nobody;
            };
            let start = mem::take(&mut state.written);
            drop(state);
            if let Err(error) = output.write_all(&piece[start..]) {
                self.end(Err(error));
            }
            self.took(piece.len() - start);
        }
    }

    /// The next piece for a task that writes, which says when the client [took](Self::took) it.
    pub(crate) async fn next(&self) -> Vec<u8> {
        self.when(|state| state.queue.pop_front()).await
    }

    /// Whether nothing is queued.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().queue.is_empty()
    }

    /// Takes note that the client has taken so many bytes.
    pub(crate) fn took(&self, bytes: usize) {
        // There may be less at the end, when the queue is thrown away.
        self.change(|state| state.waiting = state.waiting.saturating_sub(bytes));
    }

    /// A place for one more call, unless too much is under way already.
    pub(crate) fn admit(&self) -> Option<Place> {
        let mut state = self.lock();
        let limits = &self.0.limits;
        if state.calls >= limits.calls || state.call_bytes > limits.bytes {
            return None;
        }
        state.calls += 1;
        drop(state);
        Some(Place {
            outbox: self.clone(),
            bytes: 0,
        })
    }

    /// What a call may do now. It may change at any [change](Self::changed).
    pub(crate) fn turn(&self) -> Turn {
        self.lock().turn()
    }

    /// Waits for room, or the end.
    pub(crate) fn wait_for_room(&self) {
        let is_full = |state: &mut State| state.turn() == Turn::Wait;
        drop(self.0.reader.wait_while(self.lock(), is_full));
    }

    /// [`wait_for_room`](Self::wait_for_room) for a task.
    pub(crate) async fn room(&self) {
        self.when(|state| (state.turn() != Turn::Wait).then_some(()))
            .await;
    }

    /// Waits until every call is answered and every answer written, but not for longer than
    /// `grace`.
    pub(crate) fn wait_until_answered(&self, grace: Duration) {
        let is_busy = |state: &mut State| state.is_busy();
        let state = self.lock();
        drop(self.0.reader.wait_timeout_while(state, grace, is_busy));
    }

    /// [`wait_until_answered`](Self::wait_until_answered) for a task, for as long as it takes.
    pub(crate) async fn answered(&self) {
        self.when(|state| (!state.is_busy()).then_some(())).await;
    }

    /// The next change.
    pub(crate) fn changed(&self) -> Notified<'_> {
        self.0.tasks.notified()
    }

    /// Ends the service: calls under way stop, and what is put from now on goes nowhere. What is
    /// queued is still written, unless an error is why it ends.
    pub(crate) fn end(&self, result: io::Result<()>) {
        self.change(|state| {
            if result.is_err() {
                state.queue.clear();
                state.waiting = 0;
            }
            state.end.get_or_insert(result);
        });
        self.0.handed_over.notify_one();
    }

    /// How the service ended, when it has.
    pub(crate) async fn ended(&self) -> io::Result<()> {
        self.when(|state| state.end.as_mut().map(|end| mem::replace(end, Ok(()))))
            .await
    }

    async fn when<T>(&self, mut found: impl FnMut(&mut State) -> Option<T>) -> T {
        loop {
            let mut changed = pin!(self.changed());
            changed.as_mut().enable();
            let found = found(&mut self.lock());
            match found {
                Some(found) => return found,
                None => changed.await,
            }
        }
    }

    /// Changes what others may wait for, and tells them if it is there.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        let before = (state.turn(), state.is_busy());
        change(&mut state);
        let after = (state.turn(), state.is_busy());
        drop(state);
        if before != after {
            self.0.reader.notify_all();
            self.0.tasks.notify_waiters();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn turn(&self) -> Turn {
        match self.end {
            Some(_) => Turn::Stop,
            None if self.waiting > MAX_WAITING => Turn::Wait,
            None => Turn::GoOn,
        }
    }

    /// Whether something is under way that the end of input does not stop at once.
    fn is_busy(&self) -> bool {
        self.waiting > 0 || (self.calls > 0 && self.end.is_none())
    }

    fn push(&mut self, mut lines: Vec<u8>) {
        self.waiting += lines.len();
        match self.queue.back_mut() {
            Some(last) if last.len() + lines.len() <= MAX_TOGETHER => last.append(&mut lines),
            _ => self.queue.push_back(lines),
        }
    }

    /// Puts back a piece of which the first bytes have been written.
    fn put_back(&mut self, piece: Vec<u8>, written: usize) {
        self.waiting += piece.len() - written;
        self.written = written;
        self.queue.push_front(piece);
    }
}

impl Place {
    /// Counts the bytes of the call's message.
    pub(crate) fn weigh(&mut self, bytes: usize) {
        self.outbox.lock().call_bytes += bytes;
        self.bytes += bytes;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.outbox.change(|state| {
            state.calls -= 1;
            state.call_bytes -= self.bytes;
        });
    }
}

#[cfg(all(test, unix))]
mod tests;
