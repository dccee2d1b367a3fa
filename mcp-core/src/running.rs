//! A function that has been called.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use pin_project_lite::pin_project;
use serde::Serialize;

use crate::completion::Completion;
use crate::failure::Failed;
use crate::output::Shape;
use crate::panics::caught;
use crate::reply::Reply;
use crate::schema::SchemaOf;
use crate::work::Work;

/// What a function waits for before it runs, and how that ends.
pub(crate) type Before = Pin<Box<dyn Future<Output = Result<(), Failed>> + Send>>;

/// A function that has been called and not yet finished.
pub struct Running {
    answering: Pin<Box<dyn Answering + Send>>,
    /// Most functions just run. Calls are moved often, so they are kept small.
    first: Option<Box<First>>,
}

/// What comes before an answer.
#[derive(Default)]
struct First {
    /// What the function waits for before it runs.
    before: Vec<Before>,
    /// What the answer waits for and nobody has taken.
    work: Option<Work>,
    /// Whether the owner of the call could have taken it.
    is_offered: bool,
}

impl Running {
    /// The future of a called function, whose value becomes a result in the given shape.
    pub fn new<S, F>(shape: S, future: F) -> Self
    where
        S: Shape + Send + 'static,
        F: Future<Output = S::Return> + Send + 'static,
    {
        let answering: Box<dyn Answering + Send> = Box::new(Written { future, shape });
        Self {
            answering: answering.into(),
            first: None,
        }
    }

    /// A function that holds its thread, to be called on one that may be held.
    pub fn blocking<S, T>(shape: S, function: impl FnOnce() -> T + Send + 'static) -> Self
    where
        S: Shape<Return = T> + Send + 'static,
        T: Send + 'static,
    {
        let (work, outcome) = Work::new(function);
        let mut running = Self::new(shape, outcome);
        running.first = Some(Box::new(First {
            work: Some(work),
            is_offered: true,
            ..First::default()
        }));
        running
    }

    /// Lets the function run when all of these have ended well.
    pub(crate) fn after(mut self, before: Vec<Before>) -> Self {
        if !before.is_empty() {
            let first = self.first.get_or_insert_default();
            first.before = before;
            first.is_offered = false;
        }
        self
    }

    /// The values that an argument is completed with.
    pub(crate) fn completing(values: impl Future<Output = Completion> + Send + 'static) -> Self {
        Self::new(AsCompletion, values)
    }

    /// The members of a result, or why there is none.
    pub(crate) fn finding<T: Serialize + Send + 'static>(
        found: impl Future<Output = Result<T, Failed>> + Send + 'static,
    ) -> Self {
        Self::new(AsMembers(PhantomData), found)
    }

    /// Whether there is work that may be done now.
    pub(crate) fn has_work(&self) -> bool {
        let first = self.first.as_ref();
        first.is_some_and(|first| first.work.is_some() && first.before.is_empty())
    }

    /// Whether nothing has to come before the function any more.
    #[cfg(feature = "tasks")]
    pub(crate) fn has_begun(&self) -> bool {
        self.first.is_none()
    }

    pub(crate) fn take_work(&mut self) -> Option<Work> {
        let first = self.first.as_mut()?;
        first.work.take_if(|_| first.before.is_empty())
    }

    /// Polls the function; its result, or that it has panicked, is written the moment it is ready.
    /// Work that nobody took is done here.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()> {
        caught(|| self.poll_to_end(cx, reply)).unwrap_or_else(|| {
            reply.panicked();
            Poll::Ready(())
        })
    }

    fn poll_to_end(&mut self, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()> {
        if let Some(first) = &mut self.first {
            if let Err(failed) = ready!(first.poll(cx)) {
                reply.failed(failed);
                return Poll::Ready(());
            }
            self.first = None;
        }
        self.answering.as_mut().poll(cx, reply)
    }
}

impl First {
    /// Polls all that the function waits for, so that a client is asked all at once, and then does
    /// the work. The first failure ends it.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Failed>> {
        let mut failed = None;
        self.before.retain_mut(|one| match one.as_mut().poll(cx) {
            Poll::Ready(Err(failure)) => {
                failed.get_or_insert(failure);
                false
            }
            polled => polled.is_pending(),
        });
        match failed {
            Some(failed) => {
                self.before.clear();
                Poll::Ready(Err(failed))
            }
            None if !self.before.is_empty() => Poll::Pending,
            None if self.work.is_some() && !self.is_offered => {
                self.is_offered = true;
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            None => {
                if let Some(work) = self.work.take() {
                    work.run();
                }
                Poll::Ready(Ok(()))
            }
        }
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
        let value = ready!(this.future.poll(cx));
        this.shape.write(value, reply);
        Poll::Ready(())
    }
}

struct AsCompletion;

impl Shape for AsCompletion {
    type Return = Completion;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, completion: Completion, reply: &mut Reply<'_>) {
        reply.completion(&completion);
    }
}

struct AsMembers<T>(PhantomData<fn() -> T>);

impl<T: Serialize> Shape for AsMembers<T> {
    type Return = Result<T, Failed>;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, found: Result<T, Failed>, reply: &mut Reply<'_>) {
        match found {
            Ok(found) => reply.members(&found),
            Err(failed) => reply.failed(failed),
        }
    }
}
