//! Calls as spans, and events in them as news for the client.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use mcp_core::{
    ClientLog, ErrorCode, ErrorObject, Server, Session, ToolError, TraceLayer, Transport, tool,
    tools,
};
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use serde_json::{Value, json};
use tower::{BoxError, service_fn};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Instrument, Span, Subscriber, subscriber};
use tracing_subscriber::layer::{Context as LayerContext, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

use crate::context::Sent;
use crate::gate::{Gate, wait};
use crate::{add, call, poll, reply, shaken, stateless, waiting};

/// Says things of every kind, some of them in a span of its own.
#[tool]
async fn speak(gate: String) {
    tracing::trace!("a trace");
    tracing::debug!("a detail");
    tracing::info!("what goes on");
    let span = tracing::error_span!("inner");
    async {
        wait(gate).await;
        let error = std::io::Error::other("no paper");
        tracing::warn!(
            page = 3,
            of = 4.5,
            is_last = false,
            title = "One",
            ?span,
            "it jams"
        );
        tracing::error!(error = &error as &dyn std::error::Error, path = %"a/b");
    }
    .instrument(span.clone())
    .await;
    tracing::info!(target: "another_crate", "its secret");
    tracing::info!(target: "session_of_another", "its secret");
}

/// Fails in the way of the protocol.
#[tool]
fn protest() -> mcp_core::Result<()> {
    Err(ToolError::protocol(ErrorObject::new(ErrorCode(-7), "no")))
}

/// Fails.
#[tool]
fn fail() -> Result<(), String> {
    Err("it broke".to_owned())
}

fn talk(with: &Sent) -> Session {
    let tools = tools![add, speak, protest, fail];
    let server = Server::builder("test", "1.0.0")
        .tools(tools)
        .layer(TraceLayer);
    let server = server.build().expect("the tools go together");
    shaken(Session::with_transport(server, with.clone()), "2025-11-25")
}

fn set_level(session: &mut Session, level: &str) {
    let params = format!(r#""params":{{"level":"{level}"}}"#);
    reply(
        session,
        format!(r#"{{"jsonrpc":"2.0","id":9,"method":"logging/setLevel",{params}}}"#),
    );
}

/// The parameters of what was sent.
fn said(sent: &Sent) -> Vec<Value> {
    let messages = sent.take().into_iter();
    let params = messages.map(|message| {
        let mut message: Value = serde_json::from_str(&message).expect("JSON");
        assert_eq!(message["method"], "notifications/message");
        message["params"].take()
    });
    params.collect()
}

/// Has a tool speak to the end.
fn speaks(session: &mut Session, frame: String, gate: &str) {
    let mut call = waiting(session, frame);
    Gate::named(gate).open();
    assert!(poll(&mut call).is_ready());
}

#[test]
fn events_in_a_call_are_told_to_its_client() {
    let sent = Sent::default();
    let subscriber = Registry::default().with(ClientLog::of("session"));
    let _guard = subscriber::set_default(subscriber);
    let mut session = talk(&sent);
    speaks(
        &mut session,
        call("speak", r#"{"gate":"spoken"}"#),
        "spoken",
    );
    let said_of = |level: &str, data: Value| json!({ "level": level, "logger": "session::traces", "data": data });
    let mut news = said(&sent);
    let span = news[1]["data"].as_object_mut().unwrap().remove("span");
    assert!(span.is_some_and(|span| span.as_str().unwrap().contains("inner")));
    assert_eq!(
        news,
        [
            said_of("info", json!("what goes on")),
            said_of(
                "warning",
                json!({ "message": "it jams", "page": 3, "of": 4.5, "is_last": false, "title": "One" }),
            ),
            said_of("error", json!({ "error": "no paper", "path": "a/b" })),
        ]
    );
}

#[test]
fn the_client_decides_how_grave_it_has_to_be() {
    let sent = Sent::default();
    let subscriber = Registry::default().with(ClientLog::of("session").and("another_crate"));
    let _guard = subscriber::set_default(subscriber);
    let mut session = talk(&sent);
    set_level(&mut session, "debug");
    speaks(&mut session, call("speak", r#"{"gate":"all"}"#), "all");
    let levels: Vec<_> = said(&sent)
        .iter()
        .map(|said| said["level"].clone())
        .collect();
    assert_eq!(
        levels,
        ["debug", "debug", "info", "warning", "error", "info"]
    );
    set_level(&mut session, "error");
    speaks(&mut session, call("speak", r#"{"gate":"grave"}"#), "grave");
    assert_eq!(said(&sent).len(), 1);
}

#[test]
fn a_stateless_request_asks_for_its_level() {
    let sent = Sent::default();
    let subscriber = Registry::default().with(ClientLog::of("session"));
    let _guard = subscriber::set_default(subscriber);
    let mut session = talk(&sent);
    let frame = stateless(
        "tools/call",
        r#","name":"speak","arguments":{"gate":"silent"}"#,
    );
    speaks(&mut session, frame.clone(), "silent");
    assert!(said(&sent).is_empty());
    let level = r#""_meta":{"io.modelcontextprotocol/logLevel":"warning","#;
    let frame = frame
        .replace(r#""_meta":{"#, level)
        .replace("silent", "asked for");
    speaks(&mut session, frame, "asked for");
    assert_eq!(said(&sent).len(), 2);
}

#[test]
fn events_outside_of_calls_are_told_to_nobody() {
    let sent = Sent::default();
    let subscriber = Registry::default().with(ClientLog::of("session"));
    let _guard = subscriber::set_default(subscriber);
    let mut session = talk(&sent);
    tracing::error!("before");
    let mut waits = waiting(&mut session, call("speak", r#"{"gate":"meanwhile"}"#));
    said(&sent);
    tracing::error!("meanwhile");
    let _span = tracing::error_span!(target: "mcp_core", "tools/call").entered();
    tracing::error!("in a span that only looks like a call's");
    assert!(said(&sent).is_empty());
    Gate::named("meanwhile").open();
    assert!(poll(&mut waits).is_ready());
}

#[test]
fn a_task_that_a_tool_leaves_behind_is_heard_until_the_answer() {
    /// Gives its span away.
    #[tool]
    fn leave() -> String {
        LEFT.lock().unwrap().replace(Span::current());
        tracing::info!("leaving");
        String::new()
    }
    static LEFT: Mutex<Option<Span>> = Mutex::new(None);

    let sent = Sent::default();
    let _guard = subscriber::set_default(Registry::default().with(ClientLog::of("session")));
    let server = Server::builder("test", "1.0.0")
        .tools(tools![leave])
        .layer(TraceLayer);
    let session = Session::with_transport(server.build().unwrap(), sent.clone());
    let mut session = shaken(session, "2025-11-25");
    reply(&mut session, call("leave", "{}"));
    assert_eq!(said(&sent).len(), 1);
    let span = LEFT.lock().unwrap().take().expect("the span of the call");
    span.in_scope(|| tracing::error!("too late"));
    assert!(said(&sent).is_empty());
}

#[test]
fn arguments_that_nobody_asked_for_are_logged() {
    let sent = Sent::default();
    let _guard = subscriber::set_default(Registry::default().with(ClientLog::of("session")));
    let mut session = talk(&sent);
    let frame = call("add", r#"{"a":1,"b":2,"reason":"secret"}"#);
    reply(&mut session, &frame);
    assert!(said(&sent).is_empty());
    set_level(&mut session, "debug");
    reply(&mut session, &frame);
    assert_eq!(
        said(&sent),
        [json!({ "level": "debug", "logger": "mcp_core", "data": {
            "message": "arguments that were not asked for", "tool": "add", "ignored": r#"["reason"]"#,
        } })]
    );
}

/// A transport whose own code has events.
#[derive(Clone)]
struct Chatty(Sent);

impl Transport for Chatty {
    fn send(&self, message: Vec<u8>) {
        tracing::error!("sending {} bytes", message.len());
        self.0.send(message);
    }

    fn sleep(
        &self,
        time: std::time::Duration,
    ) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send>> {
        self.0.sleep(time)
    }
}

#[test]
fn events_of_a_transport_do_not_beget_others() {
    let sent = Sent::default();
    let _guard = subscriber::set_default(Registry::default().with(ClientLog::of("session")));
    let server = Server::builder("test", "1.0.0")
        .tools(tools![speak])
        .layer(TraceLayer);
    let session = Session::with_transport(server.build().unwrap(), Chatty(sent.clone()));
    let mut session = shaken(session, "2025-11-25");
    speaks(
        &mut session,
        call("speak", r#"{"gate":"chatty"}"#),
        "chatty",
    );
    assert_eq!(said(&sent).len(), 3);
}

/// The fields of spans, as they are given and added.
#[derive(Clone, Default)]
struct Fields(Arc<Mutex<BTreeMap<u64, BTreeMap<&'static str, String>>>>);

impl Fields {
    fn take(&self) -> Vec<BTreeMap<&'static str, String>> {
        std::mem::take(&mut *self.0.lock().unwrap())
            .into_values()
            .collect()
    }
}

struct Visited<'a>(&'a mut BTreeMap<&'static str, String>);

impl Visit for Visited<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Fields {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: LayerContext<'_, S>) {
        let mut all = self.0.lock().unwrap();
        let fields = all.entry(id.into_u64()).or_default();
        fields.insert("name", attributes.metadata().name().to_owned());
        attributes.record(&mut Visited(fields));
    }

    fn on_record(&self, id: &Id, record: &Record<'_>, _: LayerContext<'_, S>) {
        let mut all = self.0.lock().unwrap();
        record.record(&mut Visited(all.entry(id.into_u64()).or_default()));
    }

    fn on_event(&self, _: &Event<'_>, _: LayerContext<'_, S>) {}
}

#[test]
fn a_call_is_a_span_with_the_fields_of_the_conventions() {
    let fields = Fields::default();
    let _guard = subscriber::set_default(Registry::default().with(fields.clone()));
    let mut session = talk(&Sent::default());
    let mut span = |frame: String| {
        reply(&mut session, frame);
        let mut spans = fields.take();
        assert_eq!(spans.len(), 1);
        spans.remove(0)
    };
    let spanned = span(call("add", r#"{"a":1,"b":2}"#));
    let expected = [
        ("gen_ai.operation.name", "execute_tool"),
        ("gen_ai.tool.name", "add"),
        ("jsonrpc.request.id", "1"),
        ("mcp.method.name", "tools/call"),
        ("mcp.protocol.version", "2025-11-25"),
        ("name", "tools/call"),
        ("otel.kind", "server"),
        ("otel.name", "tools/call add"),
    ];
    let expected: BTreeMap<_, _> = expected
        .map(|(name, value)| (name, value.to_owned()))
        .into();
    assert_eq!(spanned, expected);

    let failed = |fields: &BTreeMap<&str, String>| {
        ["error.type", "rpc.response.status_code", "otel.status_code"]
            .map(|name| fields.get(name).cloned().unwrap_or_default())
    };
    let text_id = call("fail", "{}").replace(r#""id":1"#, r#""id":"one""#);
    let spanned = span(text_id);
    assert_eq!(spanned["jsonrpc.request.id"], "one");
    assert_eq!(failed(&spanned), ["tool_error", "", "ERROR"]);
    assert_eq!(
        failed(&span(call("add", "{}"))),
        ["tool_error", "", "ERROR"]
    );
    assert_eq!(failed(&span(call("protest", "{}"))), ["-7", "-7", "ERROR"]);
}

#[test]
fn a_call_that_a_layer_fails_has_failed() {
    let fields = Fields::default();
    let _guard = subscriber::set_default(Registry::default().with(fields.clone()));
    let refusing = tower::layer::layer_fn(|_: mcp_core::Next| {
        service_fn(async |_: mcp_core::CallToolRequest| {
            Err::<mcp_core::CallToolResponse, BoxError>("no".into())
        })
    });
    let server = Server::builder("test", "1.0.0").tools(tools![add]);
    let server = server.layer(refusing).layer(TraceLayer).build().unwrap();
    reply(
        &mut shaken(Session::new(server), "2025-11-25"),
        call("add", "{}"),
    );
    assert_eq!(fields.take()[0]["error.type"], "tool_error");
}

#[test]
fn a_span_continues_that_of_its_caller() {
    opentelemetry::global::set_text_map_propagator(TraceContextPropagator::new());
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder()
        .with_simple_exporter(exporter.clone())
        .build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
    let _guard = subscriber::set_default(Registry::default().with(layer));
    let mut session = talk(&Sent::default());
    let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let meta =
        format!(r#""params":{{"_meta":{{"traceparent":"{traceparent}","tracestate":"v=1"}},"#);
    reply(
        &mut session,
        call("add", r#"{"a":1,"b":2}"#).replace(r#""params":{"#, &meta),
    );
    reply(&mut session, call("add", "{}"));
    let spans = exporter.get_finished_spans().unwrap();
    let [continued, begun] = spans.as_slice() else {
        panic!("{spans:?}");
    };
    assert_eq!(continued.name, "tools/call add");
    assert_eq!(
        continued.span_context.trace_id().to_string(),
        "4bf92f3577b34da6a3ce929d0e0e4736"
    );
    assert_eq!(continued.parent_span_id.to_string(), "00f067aa0ba902b7");
    assert_eq!(continued.span_context.trace_state().get("v"), Some("1"));
    assert!(continued.parent_span_is_remote);
    assert_ne!(
        begun.span_context.trace_id(),
        continued.span_context.trace_id()
    );
}
