//! How far a call has got, for a client that asked to be told.

#[cfg(feature = "stream")]
use std::pin::Pin;
use std::sync::Arc;
#[cfg(feature = "stream")]
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

#[cfg(feature = "stream")]
use futures_core::Stream;
use pin_project_lite::pin_project;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::ongoing::Ongoing;

/// At least so long between two reports of one call, but for the last one.
const GAP: Duration = Duration::from_millis(20);

/// How far a call has got. Made by [`Context::progress`](crate::Context::progress).
///
/// A client that did not ask for progress is told nothing, and then this costs next to nothing.
/// Others are told at most every 20 ms, and always of the last step, before the answer. A call has
/// one count, which only grows: clones go on with it, and a smaller value is passed over.
///
/// ```
/// use mcp_core::{Context, tool};
///
/// /// Adds up the sizes of some files.
/// #[tool]
/// fn total_size(ctx: &Context, files: Vec<String>) -> std::io::Result<u64> {
///     let progress = ctx.progress(files.len());
///     let mut total = 0;
///     for file in &files {
///         progress.say(file);
///         total += std::fs::metadata(file)?.len();
///         progress.advance(1);
///     }
///     Ok(total)
/// }
/// ```
///
/// Source: MCP 2026-07-28, "Basic / Patterns / Progress".
#[derive(Clone, Debug)]
pub struct Progress(Arc<Ongoing>);

impl Progress {
    pub(crate) fn new(ongoing: Arc<Ongoing>, total: Option<f64>) -> Self {
        let progress = Self(ongoing);
        progress.change(|progressed| progressed.total = total);
        progress
    }

    /// Goes on by so many steps.
    pub fn advance(&self, steps: impl Amount) {
        self.report(|progressed| progressed.done.unwrap_or_default() + steps.amount());
    }

    /// Goes on to this value.
    pub fn set(&self, done: impl Amount) {
        self.report(|_| done.amount());
    }

    /// Says what is being done, with the next report. Sent since revision 2025-03-26.
    pub fn say(&self, message: impl Into<String>) {
        self.change(|progressed| progressed.message = Some(message.into()));
    }

    fn report(&self, done: impl FnOnce(&Progressed) -> f64) {
        self.change(|progressed| {
            let done = done(progressed);
            if done.is_finite() && progressed.done.is_none_or(|before| before < done) {
                progressed.done = Some(done);
                progressed.is_told = false;
                if progressed.told.is_none_or(|told| told.elapsed() >= GAP) {
                    self.0.tell(progressed);
                }
            }
        });
    }

    fn change(&self, change: impl FnOnce(&mut Progressed)) {
        if self.0.progress_token.is_some() {
            self.0.during(|state| change(&mut state.progress));
        }
    }
}

/// How far a call has got.
#[derive(Debug, Default)]
pub(crate) struct Progressed {
    total: Option<f64>,
    done: Option<f64>,
    message: Option<String>,
    /// When the client was told last.
    told: Option<Instant>,
    /// Whether it knows how far the call has got.
    is_told: bool,
}

impl Ongoing {
    /// Tells the client of the last step, if it was not told yet.
    pub(crate) fn tell_the_last_step(&self) {
        self.during(|state| {
            if state.progress.done.is_some() && !state.progress.is_told {
                self.tell(&mut state.progress);
            }
        });
    }

    fn tell(&self, progressed: &mut Progressed) {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            progress_token: Option<&'a RawValue>,
            progress: Number,
            #[serde(skip_serializing_if = "Option::is_none")]
            total: Option<Number>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<String>,
        }

        let params = Params {
            progress_token: self
                .progress_token
                .as_deref()
                .and_then(|token| serde_json::from_str(token).ok()),
            progress: Number(progressed.done.unwrap_or_default()),
            total: progressed.total.map(Number),
            message: progressed.message.take(),
        };
        self.peer.notify("notifications/progress", &params);
        progressed.told = Some(Instant::now());
        progressed.is_told = true;
    }
}

/// A number that is written without a fraction where it has none.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0;

        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is an integer, and small"
        )]
        match self.0 {
            number if number.fract() == 0.0 && number.abs() <= EXACT => {
                serializer.serialize_i64(number as i64)
            }
            number => serializer.serialize_f64(number),
        }
    }
}

/// A number of steps: an integer or a float.
pub trait Amount: Copy {
    #[doc(hidden)]
    fn amount(self) -> f64;
}

macro_rules! amounts {
    ($($number:ty)+) => {$(
        impl Amount for $number {
            #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "for people")]
            fn amount(self) -> f64 {
                self as f64
            }
        }
    )+};
}

amounts! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }

pin_project! {
    /// An iterator, or a stream, whose steps a client is told of. Made by
    /// [`Context::track`](crate::Context::track).
    #[derive(Debug)]
    pub struct Tracked<I> {
        #[pin]
        items: I,
        progress: Progress,
        has_begun: bool,
    }
}

impl<I> Tracked<I> {
    pub(crate) fn new(items: I, progress: Progress) -> Self {
        Self {
            items,
            progress,
            has_begun: false,
        }
    }
}

impl<I: Iterator> Iterator for Tracked<I> {
    type Item = I::Item;

    /// A step is done when the next one is asked for.
    fn next(&mut self) -> Option<I::Item> {
        if std::mem::take(&mut self.has_begun) {
            self.progress.advance(1);
        }
        let next = self.items.next();
        self.has_begun = next.is_some();
        next
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

#[cfg(feature = "stream")]
impl<S: Stream> Stream for Tracked<S> {
    type Item = S::Item;

    /// A step is done when the next one is asked for.
    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let this = self.project();
        if std::mem::take(this.has_begun) {
            this.progress.advance(1);
        }
        let next = ready!(this.items.poll_next(cx));
        *this.has_begun = next.is_some();
        Poll::Ready(next)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}
