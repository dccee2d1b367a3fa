//! Layers of tower around the calls of tools.

use std::future::ready;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use mcp_core::{
    Call, CallToolRequest, CallToolResponse, CallToolResult, Confirmed, Next, RuntimeTool, Server,
    ServerBuilder, Session, ToolError, ToolSet, json, tool, tools,
};
use tower::limit::{ConcurrencyLimitLayer, RateLimitLayer};
use tower::load_shed::LoadShedLayer;
use tower::retry::{Policy, RetryLayer};
use tower::timeout::TimeoutLayer;
use tower::{BoxError, Layer, Service, ServiceBuilder};

use crate::context::Sent;
use crate::gate::{Gate, Wakes, wait};
use crate::{SILENCE, add, answered, call, poll, reply, shaken, stateless, waiting};

/// What went by, in order.
#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Vec<String>>>);

impl Watch {
    fn saw(&self, what: String) {
        self.0.lock().expect("no test panics here").push(what);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("no test panics here"))
    }

    /// A layer that tells of each call and its end.
    fn layer(&self, name: &'static str) -> Watching<()> {
        let watch = self.clone();
        Watching {
            watch,
            name,
            inner: (),
        }
    }
}

#[derive(Clone)]
struct Watching<S> {
    watch: Watch,
    name: &'static str,
    inner: S,
}

impl<S> Layer<S> for Watching<()> {
    type Service = Watching<S>;

    fn layer(&self, inner: S) -> Watching<S> {
        let Self { watch, name, .. } = self.clone();
        Watching { watch, name, inner }
    }
}

impl<S> Service<CallToolRequest> for Watching<S>
where
    S: Service<CallToolRequest, Response = CallToolResponse, Future: Send + 'static>,
{
    type Response = CallToolResponse;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<CallToolResponse, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut TaskContext<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: CallToolRequest) -> Self::Future {
        let (watch, name) = (self.watch.clone(), self.name);
        watch.saw(format!(
            "{name}: {} {}",
            request.tool(),
            request.arguments()
        ));
        let answering = self.inner.call(request);
        Box::pin(async move {
            let answered = answering.await;
            watch.saw(match &answered {
                Ok(response) if response.is_error() => format!("{name}: an error"),
                Ok(_) => format!("{name}: a success"),
                Err(_) => format!("{name}: a failure"),
            });
            answered
        })
    }
}

/// Lets nobody through without a word under `_meta`.
#[derive(Clone)]
struct Guard<S>(S);

impl<S> Service<CallToolRequest> for Guard<S>
where
    S: Service<CallToolRequest, Response = CallToolResponse, Error = BoxError>,
    S::Future: Send + 'static,
{
    type Response = CallToolResponse;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<CallToolResponse, BoxError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut TaskContext<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: CallToolRequest) -> Self::Future {
        match request
            .context()
            .meta()
            .get("word")
            .and_then(|word| word.as_str())
        {
            Some("sesame") => Box::pin(self.0.call(request)),
            Some("joker") => {
                let result = CallToolResult::new().content("a laugh").meta("own", 1);
                Box::pin(ready(Ok(result.into())))
            }
            _ => {
                let error = std::io::Error::other("say the word");
                Box::pin(ready(Err(error.into())))
            }
        }
    }
}

/// Runs the tool so often that it succeeds.
#[derive(Clone)]
struct Again;

impl Policy<CallToolRequest, CallToolResponse, BoxError> for Again {
    type Future = std::future::Ready<()>;

    fn retry(
        &mut self,
        _: &mut CallToolRequest,
        answered: &mut Result<CallToolResponse, BoxError>,
    ) -> Option<Self::Future> {
        let is_error = answered.as_ref().is_ok_and(CallToolResponse::is_error);
        is_error.then(|| ready(()))
    }

    fn clone_request(&mut self, request: &CallToolRequest) -> Option<CallToolRequest> {
        Some(request.clone())
    }
}

/// Panics.
#[tool]
fn boom() -> &'static str {
    panic!("as the test wants it")
}

/// Holds its thread.
#[tool(blocking)]
fn hold(text: String) -> String {
    text
}

/// Deletes everything.
#[tool]
fn delete(_sure: Confirmed) -> &'static str {
    "gone"
}

fn server(tools: ToolSet) -> ServerBuilder {
    Server::builder("test", "1.0.0").tools(tools)
}

fn talk(server: ServerBuilder) -> Session {
    let session = Session::new(server.build().expect("the tools go together"));
    shaken(session, "2025-11-25")
}

fn sum(session: &mut Session) -> String {
    reply(session, call("add", r#"{"a":1,"b":2}"#))
}

/// A call of [`wait`] with an id of its own, which waits.
fn waits(session: &mut Session, id: u32, gate: &str) -> Call {
    waiting(session, waiting_call(id, gate))
}

fn waiting_call(id: u32, gate: &str) -> String {
    call("wait", &format!(r#"{{"gate":"{gate}"}}"#))
        .replace(r#""id":1,"#, &format!(r#""id":{id},"#))
}

fn passed(id: u32) -> Poll<Option<String>> {
    answered(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"passed"}}],"isError":false}}}}"#
    ))
}

#[test]
fn an_answer_is_the_same_behind_a_layer() {
    let mut plain = talk(server(tools![add, boom]));
    let mut layered = talk(server(tools![add, boom]).layer(Watch::default().layer("a")));
    let params = [
        r#""name":"add","arguments":{"a":1,"b":2}"#,
        r#""name":"add","arguments":{"a":1,"c":2}"#,
        r#""name":"add","arguments":[]"#,
        r#""name":"add""#,
        r#""name":"boom""#,
        r#""name":"nothing""#,
    ];
    let frames = params.iter().flat_map(|params| {
        let handshake =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}}}}}"#);
        [handshake, stateless("tools/call", &format!(",{params}"))]
    });
    for frame in frames {
        assert_eq!(
            reply(&mut layered, &frame),
            reply(&mut plain, &frame),
            "{frame}"
        );
    }
}

#[test]
fn a_layer_sees_every_call_and_how_it_ends() {
    let watch = Watch::default();
    let mut session = talk(server(tools![add, boom]).layer(watch.layer("a")));
    sum(&mut session);
    reply(&mut session, call("add", r#"{"a": "one"}"#));
    reply(&mut session, call("boom", "null"));
    assert_eq!(
        watch.take(),
        [
            r#"a: add {"a":1,"b":2}"#,
            "a: a success",
            r#"a: add {"a": "one"}"#,
            "a: an error",
            "a: boom {}",
            "a: an error",
        ]
    );
}

#[test]
fn the_last_layer_is_the_outermost_and_those_of_the_server_come_first() {
    let watch = Watch::default();
    let tools = tools![add]
        .layer(watch.layer("inner"))
        .layer(watch.layer("outer"));
    let server = server(tools.and(tools![boom]));
    let mut session = talk(
        server
            .layer(watch.layer("third"))
            .layer(watch.layer("first")),
    );
    sum(&mut session);
    let order = ["first", "third", "outer", "inner"];
    let seen = watch.take();
    let seen: Vec<_> = seen
        .iter()
        .map(|seen| seen.split(':').next().unwrap())
        .collect();
    assert_eq!(seen[..4], order);
    assert_eq!(seen.len(), 8);
    // Its own layers are those of its set.
    reply(&mut session, call("boom", "{}"));
    assert_eq!(watch.take().len(), 4);
}

#[test]
fn a_tool_that_is_added_is_behind_the_layers_of_the_server() {
    let watch = Watch::default();
    let server = server(tools![]).layer(watch.layer("a")).build().unwrap();
    let list = server.tool_list();
    let mut session = shaken(Session::new(server), "2025-11-25");
    list.add(tools![add].layer(watch.layer("own"))).unwrap();
    sum(&mut session);
    assert_eq!(watch.take().len(), 4);
}

#[test]
fn a_layer_lets_through_whom_it_likes() {
    let mut session = talk(server(tools![add]).layer(tower::layer::layer_fn(Guard::<Next>)));
    let mut said = |meta: &str| {
        let frame = call("add", r#"{"a":1,"b":2}"#);
        let meta = format!(r#""params":{{"_meta":{meta},"#);
        reply(&mut session, frame.replace(r#""params":{"#, &meta))
    };
    let refused = said("{}");
    assert!(
        refused.contains(r#""text":"the call of `add` failed: say the word"}],"isError":true"#),
        "{refused}"
    );
    assert!(said(r#"{"word":"sesame"}"#).contains(r#""text":"3"}],"isError":false"#));
    // And answers in place of the tool.
    assert!(
        said(r#"{"word":"joker"}"#)
            .contains(r#""text":"a laugh"}],"isError":false,"_meta":{"own":1}"#)
    );
}

#[test]
fn faults_of_arguments_are_errors_where_the_server_says_so() {
    let server = server(tools![add]).layer(Watch::default().layer("a"));
    let mut session = talk(server.bad_arguments_are_errors());
    let answer = reply(&mut session, call("add", "{}"));
    assert!(
        answer.contains(r#""error":{"code":-32602,"message":"`add` was not run"#),
        "{answer}"
    );
}

#[test]
fn unknown_arguments_of_a_strict_server_go_through_its_layers() {
    let watch = Watch::default();
    let mut session = talk(server(tools![add]).strict().layer(watch.layer("a")));
    let answer = reply(&mut session, call("add", r#"{"a":1,"b":2,"third":3}"#));
    assert_eq!(answer.matches("`third`: unknown").count(), 1, "{answer}");
    assert_eq!(watch.take().len(), 2);
}

#[test]
fn calls_wait_in_turn_for_a_layer_to_be_ready() {
    let mut session = talk(server(tools![wait]).layer(ConcurrencyLimitLayer::new(1)));
    let mut first = waits(&mut session, 1, "turn 1");
    let mut second = waits(&mut session, 2, "turn 2");
    let cancelled = waits(&mut session, 3, "turn 3");
    let mut fourth = waits(&mut session, 4, "turn 4");
    assert_eq!(Gate::named("turn 2").polls(), 0);

    Gate::named("turn 1").open();
    assert_eq!(poll(&mut first), passed(1));
    Gate::named("turn 2").open();
    assert_eq!(poll(&mut fourth), Poll::Pending);
    assert_eq!(poll(&mut second), passed(2));
    // One that waits in the queue holds nobody up when it is gone.
    drop(cancelled);
    Gate::named("turn 4").open();
    assert_eq!(poll(&mut fourth), passed(4));
    assert_eq!(Gate::named("turn 3").polls(), 0);
}

#[test]
fn one_that_goes_while_it_waits_for_a_layer_leaves_its_turn_to_the_next() {
    let mut session = talk(server(tools![wait]).layer(ConcurrencyLimitLayer::new(1)));
    let mut first = waits(&mut session, 1, "leave 1");
    let second = waits(&mut session, 2, "leave 2");
    let mut third = waits(&mut session, 3, "leave 3");
    let wakes = Arc::new(Wakes::default());
    let woken = wakes.clone().into();
    let mut cx = TaskContext::from_waker(&woken);
    assert!(pin!(&mut third).poll(&mut cx).is_pending());
    drop(second);
    assert_eq!(wakes.count(), 1, "it is its turn");
    assert!(pin!(&mut third).poll(&mut cx).is_pending());
    Gate::named("leave 1").open();
    assert_eq!(poll(&mut first), passed(1));
    assert_eq!(wakes.count(), 2, "the layer is ready");
    Gate::named("leave 3").open();
    assert_eq!(poll(&mut third), passed(3));
}

#[test]
fn tools_of_a_set_share_a_layer_and_others_are_free_of_it() {
    let limited = tools![wait].layer(ConcurrencyLimitLayer::new(1));
    let mut session = talk(server(limited.and(tools![add])));
    let _first = waits(&mut session, 2, "shared 1");
    let _second = waits(&mut session, 3, "shared 2");
    assert_eq!(Gate::named("shared 1").polls(), 1);
    assert_eq!(Gate::named("shared 2").polls(), 0);
    assert!(sum(&mut session).contains(r#""text":"3""#));
}

#[test]
fn what_is_too_much_is_shed() {
    let layers = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(1));
    let mut session = talk(server(tools![wait]).layer(layers));
    let mut first = waits(&mut session, 1, "shed 1");
    let refused = reply(&mut session, waiting_call(2, "shed 2"));
    assert!(
        refused
            .contains(r#""text":"the call of `wait` failed: service overloaded"}],"isError":true"#),
        "{refused}"
    );
    Gate::named("shed 1").open();
    assert_eq!(poll(&mut first), passed(1));
    let mut third = waits(&mut session, 3, "shed 3");
    Gate::named("shed 3").open();
    assert_eq!(poll(&mut third), passed(3));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_given_up() {
    let layer = TimeoutLayer::new(Duration::from_secs(5));
    let mut session = talk(server(tools![wait]).layer(layer));
    let answer = waits(&mut session, 1, "too long").await.expect("an answer");
    let answer = String::from_utf8(answer).unwrap();
    assert!(
        answer
            .contains(r#""text":"the call of `wait` failed: request timed out"}],"isError":true"#),
        "{answer}"
    );
    assert!(Gate::named("too long").has_left());
}

#[tokio::test(start_paused = true)]
async fn calls_come_at_a_rate() {
    let layer = RateLimitLayer::new(2, Duration::from_secs(60));
    let mut session = talk(server(tools![add]).layer(layer));
    let start = tokio::time::Instant::now();
    for _ in 0..2 {
        sum(&mut session);
    }
    let third = waiting(&mut session, call("add", r#"{"a":1,"b":2}"#)).await;
    assert!(third.is_some());
    assert_eq!(start.elapsed().as_secs(), 60);
}

#[test]
fn a_layer_that_needs_a_runtime_is_given_to_a_server_outside_of_one() {
    let layer = RateLimitLayer::new(2, Duration::from_secs(60));
    let mut session = talk(server(tools![add]).layer(layer));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let _inside = runtime.enter();
    assert!(sum(&mut session).contains(r#""text":"3""#));
}

#[test]
fn a_layer_may_run_a_tool_again() {
    let runs = AtomicUsize::new(0);
    let schema = json!({ "type": "object" });
    let third_time = RuntimeTool::new("third_time", "", schema, move |_| {
        let runs = runs.fetch_add(1, Ordering::Relaxed) + 1;
        ready(match runs {
            3 => Ok(runs.to_string()),
            _ => Err(ToolError::new("not yet")),
        })
    });
    let server = server(tools![].and(third_time)).layer(RetryLayer::new(Again));
    let answer = reply(&mut talk(server), call("third_time", "{}"));
    assert!(
        answer.contains(r#""text":"3"}],"isError":false"#),
        "{answer}"
    );
}

#[test]
fn a_cancelled_call_takes_its_layers_with_it() {
    let watch = Watch::default();
    let mut session = talk(server(tools![wait]).layer(watch.layer("a")));
    let mut first = waits(&mut session, 1, "cancelled in a layer");
    reply(
        &mut session,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    );
    assert_eq!(poll(&mut first), SILENCE);
    assert!(Gate::named("cancelled in a layer").has_left());
    assert_eq!(watch.take().len(), 1, "the layer does not hear of an end");
}

#[test]
fn a_blocking_tool_behind_a_layer_runs_where_its_work_is_run() {
    let mut session = talk(server(tools![hold]).layer(ConcurrencyLimitLayer::new(1)));
    let frame = call("hold", r#"{"text":"held"}"#);
    let held = answered(
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"held"}],"isError":false}}"#,
    );
    let mut one = waiting(&mut session, &frame);
    let work = one.work().expect("the function itself");
    assert_eq!(poll(&mut one), Poll::Pending);
    work.run();
    assert_eq!(poll(&mut one), held);
    // Where nobody takes it, it runs when the call is polled.
    let mut other = waiting(&mut session, &frame);
    assert_eq!(poll(&mut other), held);
}

#[test]
fn a_layer_may_speak_to_the_client() {
    let server = server(tools![add]).layer(tower::layer::layer_fn(|inner: Next| {
        tower::util::MapRequest::new(inner, |request: CallToolRequest| {
            request.context().info("on its way");
            request
        })
    }));
    let sent = Sent::default();
    let session = Session::with_transport(server.build().unwrap(), sent.clone());
    let mut session = shaken(session, "2025-11-25");
    sum(&mut session);
    let sent = sent.take();
    assert!(sent[0].contains(r#""data":"on its way""#), "{sent:?}");
}

#[test]
fn what_a_tool_asks_goes_through_its_layers_in_both_eras() {
    let watch = Watch::default();
    let sent = Sent::default();
    let server = server(tools![delete])
        .layer(watch.layer("a"))
        .build()
        .unwrap();
    let mut session = Session::with_transport(server, sent.clone());

    let able = r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}"#;
    let frame = stateless("tools/call", r#","name":"delete""#);
    let capabilities = r#""io.modelcontextprotocol/clientCapabilities":{}"#;
    assert!(frame.contains(capabilities), "{frame}");
    let frame = frame.replace(capabilities, able);
    let first = reply(&mut session, &frame);
    assert!(
        first.contains(r#""resultType":"input_required""#),
        "{first}"
    );
    let first: serde_json::Value = serde_json::from_str(&first).unwrap();
    let state = first["result"]["requestState"].to_string();
    let again = format!(
        r#""name":"delete","inputResponses":{{"1":{{"action":"accept"}}}},"requestState":{state}"#
    );
    let second = reply(&mut session, frame.replace(r#""name":"delete""#, &again));
    assert!(second.contains(r#""text":"gone""#), "{second}");
    let seen = watch.take();
    assert_eq!(seen, ["a: delete {}", "a: delete {}", "a: a success"]);
}
