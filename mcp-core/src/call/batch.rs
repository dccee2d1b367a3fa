//! A batch of calls, whose answers leave as one message.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use super::{Call, NewCall, Parts};
use crate::session::Step;

/// The answers of a batch so far, and the calls it waits for. All leave as one message.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    answers: Vec<u8>,
    calls: Vec<Call>,
}

impl Batch {
    /// Adds an element's answer.
    pub(crate) fn answer(&mut self, answer: &[u8]) {
        self.answers
            .push(if self.answers.is_empty() { b'[' } else { b',' });
        self.answers.extend_from_slice(answer);
    }

    /// Adds an element that is a call.
    pub(crate) fn call(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// What the batch comes to, once all its elements are added.
    pub(crate) fn step(mut self, out: &mut Vec<u8>) -> Step {
        if !self.calls.is_empty() {
            return Step::Call(NewCall(Call(Parts::Batch(self))));
        }
        match self.close(out) {
            true => Step::Reply,
            false => Step::Nothing,
        }
    }

    pub(super) fn calls(&mut self) -> impl Iterator<Item = &mut Call> {
        self.calls.iter_mut()
    }

    pub(super) fn has_work(&self) -> bool {
        self.calls.iter().any(|call| call.0.has_work())
    }

    pub(super) fn may_speak(&self) -> bool {
        self.calls.iter().any(|call| call.0.may_speak())
    }

    /// The next of its calls'.
    pub(super) fn timeout(&self) -> Option<Duration> {
        self.calls.iter().filter_map(Call::timeout).min()
    }

    pub(super) fn refuse(mut self, out: &mut Vec<u8>) {
        for call in std::mem::take(&mut self.calls) {
            let mut answer = Vec::new();
            call.0.refuse(&mut answer);
            self.answer(&answer);
        }
        self.close(out);
    }

    /// Writes the answers; a batch without any has no message. Returns whether it has.
    fn close(&mut self, out: &mut Vec<u8>) -> bool {
        if self.answers.is_empty() {
            return false;
        }
        self.answers.push(b']');
        out.append(&mut self.answers);
        true
    }

    pub(super) fn poll(&mut self, cx: &mut Context<'_>, out: &mut Vec<u8>) -> Poll<()> {
        let mut calls = std::mem::take(&mut self.calls);
        calls.retain_mut(|call| match Pin::new(call).poll(cx) {
            Poll::Ready(answer) => {
                if let Some(answer) = answer {
                    self.answer(&answer);
                }
                false
            }
            Poll::Pending => true,
        });
        self.calls = calls;
        if !self.calls.is_empty() {
            return Poll::Pending;
        }
        self.close(out);
        Poll::Ready(())
    }
}
