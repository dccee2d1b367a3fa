//! A tool's function that has been called.

use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;

use crate::output::Shape;
use crate::reply::Reply;
use crate::work::Work;

/// A tool's function that has been called and not yet finished.
pub struct Running {
    answering: Pin<Box<dyn Answering + Send>>,
    /// What the answer waits for and nobody has taken.
    work: Option<Work>,
}

impl Running {
    /// The future of a called function, whose value becomes a result in the given shape.
    pub fn new<S, F>(shape: S, future: F) -> Self
    where
        S: Shape + Send + 'static,
        F: Future<Output = S::Return> + Send + 'static,
    {
        Self {
            answering: Box::pin(Written { future, shape }),
            work: None,
        }
    }

    /// A function that holds its thread, to be called on one that may be held.
    pub fn blocking<S, T>(shape: S, function: impl FnOnce() -> T + Send + 'static) -> Self
    where
        S: Shape<Return = T> + Send + 'static,
        T: Send + 'static,
    {
        let (work, outcome) = Work::new(function);
        Self {
            work: Some(work),
            ..Self::new(shape, outcome)
        }
    }

    pub(crate) fn has_work(&self) -> bool {
        self.work.is_some()
    }

    pub(crate) fn take_work(&mut self) -> Option<Work> {
        self.work.take()
    }

    /// Polls the function; its result is written the moment it is ready. Work that nobody took is
    /// done here.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()> {
        if let Some(work) = self.work.take() {
            work.run();
        }
        self.answering.as_mut().poll(cx, reply)
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Running")
    }
}

trait Answering {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()>;
}

pin_project! {
    struct Written<F, S> {
        #[pin]
        future: F,
        shape: S,
    }
}

impl<S: Shape, F: Future<Output = S::Return>> Answering for Written<F, S> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()> {
        let this = self.project();
        this.future
            .poll(cx)
            .map(|value| this.shape.write(value, reply))
    }
}
