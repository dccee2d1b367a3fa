//! Calls as spans, and what happens in them as news for the client.
//!
//! [`TraceLayer`] opens a span for each call and hands its context over; [`ClientLog`] keeps that
//! with the span, and finds it again from every event below.

mod client_log;

use std::cell::RefCell;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use tower_layer::Layer;
use tower_service::Service;
use tracing::field::Empty;
use tracing::{Instrument, Span};

use crate::context::Context;
use crate::layers::{CallToolRequest, CallToolResponse};

pub use client_log::ClientLog;

/// Whose spans and events are ours.
pub(crate) const TARGET: &str = "mcp_core";

/// What the span of a call is called.
const NAME: &str = "tools/call";

thread_local! {
    /// The call whose span is being opened.
    static OPENING: RefCell<Option<Context>> = const { RefCell::new(None) };
}

/// Opens a span of `tracing` for each call: a [layer](crate::ServerBuilder::layer), best the
/// outermost.
///
/// ```
/// use mcp_core::{ClientLog, TraceLayer, server, tool, tools};
/// use tracing_subscriber::layer::SubscriberExt;
/// use tracing_subscriber::util::SubscriberInitExt;
///
/// /// Adds two integers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// tracing_subscriber::registry()
///     .with(tracing_subscriber::fmt::layer().with_writer(std::io::stderr))
///     .with(ClientLog::of("calculator"))
///     .init();
/// let server = server!().tools(tools![add]).layer(TraceLayer).build()?;
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
///
/// The span is called `tools/call`, is of the level INFO and the target `mcp_core`, and has the
/// fields of the semantic conventions for MCP: `mcp.method.name`, `mcp.protocol.version`,
/// `jsonrpc.request.id`, `gen_ai.operation.name`, `gen_ai.tool.name`, and of a call that fails
/// `error.type` and `rpc.response.status_code`; `otel.name`, `otel.kind` and `otel.status_code` are
/// for `tracing-opentelemetry`. Arguments and results are not among them.
///
/// With the feature `opentelemetry` the span continues the caller's, which `traceparent` under
/// `_meta` names, as the propagator understands it that the program has set with
/// `opentelemetry::global::set_text_map_propagator`.
///
/// Source: OpenTelemetry, "Semantic conventions for Model Context Protocol", section "Server".
#[derive(Clone, Copy, Debug, Default)]
pub struct TraceLayer;

impl<S> Layer<S> for TraceLayer {
    type Service = Trace<S>;

    fn layer(&self, inner: S) -> Trace<S> {
        Trace(inner)
    }
}

/// A service whose calls are spans. Made by [`TraceLayer`].
#[derive(Clone, Copy, Debug)]
pub struct Trace<S>(S);

impl<S> Service<CallToolRequest> for Trace<S>
where
    S: Service<CallToolRequest, Response = CallToolResponse>,
    S::Future: Send + 'static,
{
    type Response = CallToolResponse;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<CallToolResponse, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut TaskContext<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: CallToolRequest) -> Self::Future {
        let span = opened(request.context());
        let answering = span.in_scope(|| self.0.call(request));
        let told = span.clone();
        let answered = async move {
            let answered = answering.await;
            tell(&told, answered.as_ref().ok());
            answered
        };
        Box::pin(answered.instrument(span))
    }
}

/// The span of a call.
fn opened(context: &Context) -> Span {
    let tool = context.tool();
    OPENING.set(Some(context.clone()));
    let span = tracing::info_span!(
        target: TARGET,
        NAME,
        otel.name = format!("{NAME} {tool}"),
        otel.kind = "server",
        otel.status_code = Empty,
        mcp.method.name = NAME,
        mcp.protocol.version = context.version().date(),
        jsonrpc.request.id = context.request_id().trim_matches('"'),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = tool,
        error.r#type = Empty,
        rpc.response.status_code = Empty,
    );
    OPENING.take();
    #[cfg(feature = "opentelemetry")]
    parent::set(&span, context.meta());
    span
}

/// Adds how the call has ended. One that a layer has failed is answered as one that its tool has.
fn tell(span: &Span, response: Option<&CallToolResponse>) {
    if response.is_some_and(|response| !response.is_error()) {
        return;
    }
    span.record("otel.status_code", "ERROR");
    match response.and_then(CallToolResponse::error_code) {
        Some(code) => {
            let code = code.0.to_string();
            span.record("error.type", &code);
            span.record("rpc.response.status_code", &code);
        }
        None => {
            span.record("error.type", "tool_error");
        }
    }
}

/// The caller's span, across processes.
#[cfg(feature = "opentelemetry")]
mod parent {
    use opentelemetry::global::get_text_map_propagator;
    use opentelemetry::propagation::Extractor;
    use serde_json::{Map, Value};
    use tracing::Span;
    use tracing_opentelemetry::OpenTelemetrySpanExt;

    pub(super) fn set(span: &Span, meta: &Map<String, Value>) {
        let caller = get_text_map_propagator(|propagator| propagator.extract(&Meta(meta)));
        // Without a subscriber for it there is nothing to continue.
        let _ = span.set_parent(caller);
    }

    struct Meta<'a>(&'a Map<String, Value>);

    impl Extractor for Meta<'_> {
        fn get(&self, key: &str) -> Option<&str> {
            self.0.get(key)?.as_str()
        }

        fn keys(&self) -> Vec<&str> {
            self.0.keys().map(String::as_str).collect()
        }
    }
}
