//! Events of `tracing` that clients are told of.

use std::cell::Cell;
use std::error::Error;
use std::fmt::Debug;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context as LayerContext;
use tracing_subscriber::registry::LookupSpan;

use super::{NAME, OPENING, TARGET};
use crate::context::Context;
use crate::failure::chain;
use crate::log::LogLevel;

/// Tells clients of the events in their calls: a layer of `tracing-subscriber`, for a server whose
/// calls are spans by [`TraceLayer`](crate::TraceLayer).
///
/// An event is sent as [`Context::log`] sends, to the client whose call it happens in and if it wants
/// to be told what is so grave; TRACE is `debug`. Its target is the logger; its message is the data,
/// or a member of it beside the other fields. What happens outside of calls is sent to nobody.
///
/// Clients show it to people, so only the targets that you name are sent, and what is below them in
/// the tree of modules; and of ours, at DEBUG, which arguments a call had that nobody asked for.
///
/// ```
/// use mcp_core::ClientLog;
///
/// let log = ClientLog::of(env!("CARGO_CRATE_NAME")).and("my_library::jobs");
/// ```
///
/// Where the layer gets a filter of its own, that has to let the spans of the target `mcp_core`
/// through.
#[derive(Clone, Debug)]
#[must_use = "it has to be added to a subscriber"]
pub struct ClientLog {
    targets: Vec<String>,
}

impl ClientLog {
    /// Events of this target, a crate's or a module's path, and of those below it.
    pub fn of(target: impl Into<String>) -> Self {
        let targets = vec![TARGET.to_owned()];
        Self { targets }.and(target)
    }

    /// Those of another target too.
    pub fn and(mut self, target: impl Into<String>) -> Self {
        self.targets.push(target.into());
        self
    }

    fn includes(&self, target: &str) -> bool {
        let is_below = |known: &String| {
            let rest = target.strip_prefix(known.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        self.targets.iter().any(is_below)
    }
}

thread_local! {
    /// Whether an event is being sent, by code that may have events of its own.
    static IS_SENDING: Cell<bool> = const { Cell::new(false) };
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for ClientLog {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, cx: LayerContext<'_, S>) {
        let metadata = attributes.metadata();
        if metadata.target() == TARGET
            && metadata.name() == NAME
            && let (Some(span), Some(call)) = (cx.span(id), OPENING.take())
        {
            span.extensions_mut().insert(call);
        }
    }

    fn on_event(&self, event: &Event<'_>, cx: LayerContext<'_, S>) {
        let metadata = event.metadata();
        if !self.includes(metadata.target()) {
            return;
        }
        let call = cx.event_scope(event).and_then(|mut scope| {
            scope.find_map(|span| span.extensions().get::<Context>().cloned())
        });
        let level = severity(*metadata.level());
        if let Some(call) = call.filter(|call| call.logs(level))
            && !IS_SENDING.replace(true)
        {
            let mut said = Said::default();
            event.record(&mut said);
            call.log_as(level, metadata.target(), said.into_data());
            IS_SENDING.set(false);
        }
    }
}

fn severity(level: Level) -> LogLevel {
    match level {
        Level::ERROR => LogLevel::Error,
        Level::WARN => LogLevel::Warning,
        Level::INFO => LogLevel::Info,
        Level::DEBUG | Level::TRACE => LogLevel::Debug,
    }
}

/// What an event says.
#[derive(Default)]
struct Said(Map<String, Value>);

impl Said {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    /// The message alone, or all fields.
    fn into_data(mut self) -> Value {
        match self.0.len() {
            1 => self.0.remove("message").unwrap_or_else(|| self.0.into()),
            _ => self.0.into(),
        }
    }
}

impl Visit for Said {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.put(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.put(field, chain(value));
    }
}
