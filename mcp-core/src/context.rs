//! What a tool knows of the call it runs in, and what it can say to the client meanwhile.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;

#[cfg(feature = "stream")]
use futures_core::Stream;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::arguments::Arguments;
use crate::client::Client;
use crate::definition::Definition;
use crate::finite;
use crate::log::LogLevel;
use crate::ongoing::Ongoing;
use crate::parameter::{FromCall, Parameter};
use crate::progress::{Amount, Progress, Tracked};
use crate::version::ProtocolVersion;

/// The call that a tool runs in: who made it, and ways to be heard before the answer.
///
/// A parameter of this type, or of `&Context`, is no argument; clients do not see it. Clones are
/// of the same call and may outlive it: what they say then goes nowhere.
///
/// ```
/// use mcp_core::{Context, tool};
///
/// /// Copies a folder.
/// #[tool]
/// async fn copy(ctx: Context, files: Vec<String>) -> usize {
///     ctx.info(format!("{} files, asked for by {:?}", files.len(), ctx.client().name()));
///     ctx.track(&files).filter(|file| !file.is_empty()).count()
/// }
/// ```
///
/// # When a call ends early
///
/// A call that its client cancels, or that takes longer than its tool may, is dropped where it
/// waits: at an `.await`. A task of its own, or a `blocking` function, is not; it can ask
/// [`is_cancelled`](Self::is_cancelled) or wait for [`cancelled`](Self::cancelled). A
/// [`shield`](Self::shield) keeps what must not be left half done.
#[derive(Clone)]
pub struct Context(Arc<Ongoing>);

impl Context {
    pub(crate) fn new(ongoing: Arc<Ongoing>) -> Self {
        Self(ongoing)
    }

    /// The id of the request as JSON: a number, or a string with its quotes.
    pub fn request_id(&self) -> &str {
        &self.0.id
    }

    /// The name of the tool.
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// The revision of the protocol that the call was made under.
    pub fn version(&self) -> ProtocolVersion {
        self.0.version
    }

    /// The client that made the call.
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// What came with the call under `_meta`, as it was sent.
    pub fn meta(&self) -> &Map<String, Value> {
        &self.0.meta
    }

    /// The span of the caller's that the call belongs to, as W3C Trace Context writes it.
    pub fn traceparent(&self) -> Option<&str> {
        self.0.meta.get("traceparent")?.as_str()
    }

    /// What vendors of tracing add to [`traceparent`](Self::traceparent).
    pub fn tracestate(&self) -> Option<&str> {
        self.0.meta.get("tracestate")?.as_str()
    }

    /// What the caller passes on to all it calls, as W3C Baggage writes it.
    pub fn baggage(&self) -> Option<&str> {
        self.0.meta.get("baggage")?.as_str()
    }

    /// Begins to count steps, of which there are `total`.
    pub fn progress(&self, total: impl Amount) -> Progress {
        Progress::new(Arc::clone(&self.0), Some(total.amount()))
    }

    /// Begins to count steps, of which nobody knows how many there are.
    pub fn endless_progress(&self) -> Progress {
        Progress::new(Arc::clone(&self.0), None)
    }

    /// Goes through items, each being a step of the call's [progress](Self::progress).
    ///
    /// ```
    /// use mcp_core::{Context, tool};
    ///
    /// /// Adds up.
    /// #[tool]
    /// fn sum(ctx: &Context, numbers: Vec<i64>) -> i64 {
    ///     ctx.track(&numbers).sum()
    /// }
    /// ```
    pub fn track<I: IntoIterator>(&self, items: I) -> Tracked<I::IntoIter> {
        let items = items.into_iter();
        let progress = self.progress_through(items.size_hint());
        Tracked::new(items, progress)
    }

    /// Goes through a stream as [`track`](Self::track) does through an iterator. With the feature
    /// `stream`.
    ///
    /// ```
    /// use futures_util::stream::{StreamExt, iter};
    /// use mcp_core::{Context, tool};
    ///
    /// /// Counts what is there.
    /// #[tool]
    /// async fn count(ctx: Context, items: Vec<String>) -> usize {
    ///     ctx.track_stream(iter(items)).count().await
    /// }
    /// ```
    #[cfg(feature = "stream")]
    pub fn track_stream<S: Stream>(&self, stream: S) -> Tracked<S> {
        let progress = self.progress_through(stream.size_hint());
        Tracked::new(stream, progress)
    }

    fn progress_through(&self, size_hint: (usize, Option<usize>)) -> Progress {
        match size_hint {
            (least, Some(most)) if least == most => self.progress(most),
            _ => self.endless_progress(),
        }
    }

    /// Tells the client's user, or its log, something: a text, or any value with a JSON form. It
    /// is not part of the answer, and the model does not read it.
    ///
    /// Nothing is sent below the level that the client wants, after the call is over, or while the
    /// client does not read. Clients show it to people: it must hold no secrets.
    ///
    /// Source: MCP 2025-11-25, "Server / Utilities / Logging". The stateless era sends what the
    /// request asks for in `_meta`, and has deprecated all of it.
    pub fn log(&self, level: LogLevel, data: impl Serialize) {
        if self.logs(level) {
            self.log_as(level, self.tool(), data);
        }
    }

    /// Whether the client wants to be told what is so grave.
    pub(crate) fn logs(&self, level: LogLevel) -> bool {
        self.0.log_level().is_some_and(|least| level >= least)
    }

    /// Tells the client something that it wants to be told, in somebody's name.
    pub(crate) fn log_as(&self, level: LogLevel, logger: &str, data: impl Serialize) {
        #[derive(Serialize)]
        struct Params<'a> {
            level: LogLevel,
            logger: &'a str,
            data: &'a RawValue,
        }

        let data =
            finite::to_json(&data).unwrap_or_else(|error| Value::from(error).to_string().into());
        let Ok(data) = serde_json::from_slice(&data) else {
            return;
        };
        let params = Params {
            level,
            logger,
            data,
        };
        self.0
            .during(|_| self.0.peer.notify("notifications/message", &params));
    }

    /// [Logs](Self::log) what is of use when looking for a fault.
    pub fn debug(&self, data: impl Serialize) {
        self.log(LogLevel::Debug, data);
    }

    /// [Logs](Self::log) what goes on.
    pub fn info(&self, data: impl Serialize) {
        self.log(LogLevel::Info, data);
    }

    /// [Logs](Self::log) what may go wrong.
    pub fn warning(&self, data: impl Serialize) {
        self.log(LogLevel::Warning, data);
    }

    /// [Logs](Self::log) what went wrong.
    pub fn error(&self, data: impl Serialize) {
        self.log(LogLevel::Error, data);
    }

    /// Whether nobody waits for the answer any more: the client has cancelled the call, it took
    /// too long, or it is answered.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_over()
    }

    /// Waits until nobody waits for the answer any more. For tasks that the tool has spawned: its
    /// own future is dropped.
    pub async fn cancelled(&self) {
        poll_fn(|cx| self.0.poll_over(cx.waker())).await;
    }

    /// Keeps a call that is cancelled, or late, from being dropped as long as the shield lives, for
    /// what must not be left half done. The end of the service does not wait for it any longer
    /// than for other calls.
    ///
    /// ```
    /// use mcp_core::{Context, tool};
    ///
    /// async fn debit(account: &str) {}
    /// async fn credit(account: &str) {}
    ///
    /// /// Moves a coin.
    /// #[tool]
    /// async fn move_coin(ctx: &Context, from: String, to: String) {
    ///     let _shield = ctx.shield();
    ///     debit(&from).await;
    ///     credit(&to).await;
    /// }
    /// ```
    pub fn shield(&self) -> Shield {
        self.0.shield();
        Shield(Arc::clone(&self.0))
    }

    pub(crate) fn ongoing(&self) -> &Arc<Ongoing> {
        &self.0
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("tool", &self.tool())
            .field("request_id", &self.request_id())
            .finish_non_exhaustive()
    }
}

/// Keeps a call from being dropped. Made by [`Context::shield`].
#[derive(Debug)]
#[must_use = "the call is kept as long as the shield lives"]
pub struct Shield(Arc<Ongoing>);

impl Drop for Shield {
    fn drop(&mut self) {
        self.0.unshield();
    }
}

/// The role of what the call itself is.
#[derive(Debug)]
pub struct Surrounding;

impl FromCall<Surrounding> for Context {
    fn take(_: &Parameter<Self>, arguments: &mut Arguments<'_>) -> Option<Self> {
        arguments.context()
    }

    fn declare(parameter: &Parameter<Self>, definition: &mut Definition) {
        definition.takes_context = true;
        if !parameter.is_bare() {
            definition.misused.push(parameter.name());
        }
    }
}
