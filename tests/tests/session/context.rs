//! What a tool knows of its call through a [`Context`], and what it says before the answer.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use futures_util::stream::{StreamExt, iter};
use mcp_core::{Context, LogLevel, Server, Session, Step, ToolSet, Transport, tool, tools};

use crate::gate::{Gate, Wakes};
use crate::{SILENCE, add, answered, call, poll, reply, shaken, stateless, unpolled, waiting};

/// What a session has sent besides its answers.
#[derive(Clone, Default)]
pub(crate) struct Sent(Arc<Mutex<Vec<String>>>);

impl Sent {
    /// Takes what was sent.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("no test panics here"))
    }
}

impl Transport for Sent {
    fn send(&self, message: Vec<u8>) {
        let message = String::from_utf8(message).expect("messages are UTF-8");
        self.0.lock().expect("no test panics here").push(message);
    }

    /// No time passes.
    fn sleep(&self, _: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(std::future::pending())
    }
}

fn conversation(tools: ToolSet) -> (Session, Sent) {
    let server = Server::builder("test", "1.0.0").tools(tools);
    let sent = Sent::default();
    let server = server.build().expect("the tools go together");
    (Session::with_transport(server, sent.clone()), sent)
}

fn talk(tools: ToolSet) -> (Session, Sent) {
    let (session, sent) = conversation(tools);
    (shaken(session, "2025-11-25"), sent)
}

/// A call of the tool `tool` with this `_meta`.
fn with_meta(tool: &str, meta: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","_meta":{meta}}}}}"#
    )
}

/// Says all that it knows.
#[tool(name = "who.asks")]
fn who_asks(ctx: Context) -> String {
    format!(
        "{} {} {} {:?} {:?} {:?} {:?} {}",
        ctx.request_id(),
        ctx.tool(),
        ctx.version(),
        ctx.client().name(),
        ctx.traceparent(),
        ctx.tracestate(),
        ctx.baggage(),
        ctx.meta()["own"],
    )
}

#[test]
fn a_context_is_no_argument_and_knows_the_call() {
    let (mut session, _) = talk(tools![who_asks]);
    let list = reply(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    );
    assert!(list.contains(r#""properties":{}"#), "{list}");
    let meta = r#"{"own":[1],"traceparent":"00-a-b-01","tracestate":"v=1","baggage":"k=2"}"#;
    let answer = reply(&mut session, with_meta("who.asks", meta));
    let told =
        r#"1 who.asks 2025-11-25 Some(\"c\") Some(\"00-a-b-01\") Some(\"v=1\") Some(\"k=2\") [1]"#;
    assert!(answer.contains(told), "{answer}");
}

#[test]
fn a_stateless_request_describes_its_client_itself() {
    let (mut session, _) = talk(tools![who_asks]);
    let answer = |meta: &str, session: &mut Session| {
        let meta = format!(
            r#"{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}},"own":1{meta}}}"#
        );
        reply(session, with_meta("who.asks", &meta))
    };
    let unnamed = answer("", &mut session);
    assert!(unnamed.contains("2026-07-28 None None"), "{unnamed}");
    let named = answer(
        r#","io.modelcontextprotocol/clientInfo":{"name":"d","version":"2"}"#,
        &mut session,
    );
    assert!(named.contains(r#"2026-07-28 Some(\"d\")"#), "{named}");
}

/// Goes on in three steps.
#[tool]
fn steps(ctx: &Context) {
    let progress = ctx.progress(4u8);
    progress.say("one");
    progress.advance(1u8);
    progress.advance(0);
    progress.set(0.5);
    progress.set(f64::NAN);
    progress.advance(1);
    progress.say("the last");
    progress.advance(1.5);
}

/// Goes through a list.
#[tool]
fn track(ctx: &Context, items: Vec<u8>) -> usize {
    ctx.track(items).count()
}

const FIRST: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"1","progress":1,"total":4,"message":"one"}}"#;
const LAST: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"1","progress":3.5,"total":4,"message":"the last"}}"#;

#[test]
fn progress_grows_is_not_told_too_often_and_is_told_of_its_end() {
    let (mut session, sent) = talk(tools![steps]);
    reply(&mut session, with_meta("steps", r#"{"progressToken":"1"}"#));
    assert_eq!(sent.take(), [FIRST, LAST]);
}

#[test]
fn a_token_keeps_its_type_and_its_digits() {
    let (mut session, sent) = talk(tools![steps]);
    for token in ["7", "-1", "123456789012345678901234567890", r#""\u0061""#] {
        reply(
            &mut session,
            with_meta("steps", &format!(r#"{{"progressToken":{token}}}"#)),
        );
        let told = sent.take();
        let shown = format!(r#"{{"progressToken":{token},"progress":1,"#);
        assert!(told[0].contains(&shown), "{told:?}");
    }
}

#[test]
fn without_a_token_there_is_no_progress() {
    let (mut session, sent) = talk(tools![steps]);
    for meta in [
        "{}",
        r#"{"progressToken":null}"#,
        r#"{"progressToken":[]}"#,
        "null",
    ] {
        reply(&mut session, with_meta("steps", meta));
        assert_eq!(sent.take(), Vec::<String>::new());
    }
}

/// Goes through a stream, of which some items are late.
#[tool]
async fn stream(ctx: &Context, items: Vec<u8>) -> usize {
    let late = iter(items).then(async |item| {
        crate::gate::wait(format!("item {item}")).await;
        item
    });
    ctx.track_stream(late).count().await
}

#[test]
fn a_stream_is_tracked_item_by_item() {
    let (mut session, sent) = talk(tools![stream]);
    let frame = with_meta(
        "stream",
        r#"{"progressToken":1},"arguments":{"items":[1,2]}"#,
    );
    let mut call = waiting(&mut session, frame);
    assert_eq!(sent.take(), [""; 0]);
    Gate::named("item 1").open();
    assert_eq!(poll(&mut call), Poll::Pending);
    let told = sent.take();
    assert_eq!(told.len(), 1);
    assert!(told[0].contains(r#""progress":1,"total":2"#), "{told:?}");
    Gate::named("item 2").open();
    assert!(poll(&mut call).is_ready());
    assert!(sent.take()[0].contains(r#""progress":2"#));
}

#[test]
fn an_iterator_is_tracked_item_by_item() {
    let (mut session, sent) = talk(tools![track]);
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"track","arguments":{"items":[1,2,3]},"_meta":{"progressToken":1}}}"#;
    let answer = reply(&mut session, frame);
    assert!(answer.contains(r#""text":"3""#), "{answer}");
    let told = sent.take();
    assert!(told[0].contains(r#""progress":1,"total":3"#), "{told:?}");
    assert!(
        told.last().unwrap().contains(r#""progress":3,"total":3"#),
        "{told:?}"
    );
}

/// Says something at some levels.
#[tool]
fn says(ctx: &Context) {
    ctx.debug("a detail");
    ctx.info(format_args!("{} and {}", 1, 2));
    ctx.log(LogLevel::Alert, [("fire", true)]);
    ctx.error(f64::NAN);
}

fn levels(told: &[String]) -> Vec<&str> {
    let level = |message: &String| {
        let (_, rest) = message.split_once(r#""level":""#).expect("a level");
        let (level, _) = rest.split_once('"').expect("an end");
        ["debug", "info", "alert", "error"]
            .into_iter()
            .find(|known| *known == level)
    };
    told.iter().filter_map(level).collect()
}

#[test]
fn a_session_is_told_what_it_wants() {
    let (mut session, sent) = talk(tools![says]);
    reply(&mut session, call("says", "{}"));
    let told = sent.take();
    assert_eq!(levels(&told), ["info", "alert", "error"]);
    assert_eq!(
        told[0],
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"says","data":"1 and 2"}}"#
    );
    assert!(told[1].contains(r#""data":[["fire",true]]"#), "{told:?}");

    let wanting = |level: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{{"level":{level}}}}}"#
        )
    };
    let done = reply(&mut session, wanting(r#""critical""#));
    assert_eq!(done, r#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
    reply(&mut session, call("says", "{}"));
    assert_eq!(levels(&sent.take()), ["alert"]);

    let refused = reply(&mut session, wanting(r#""loud""#));
    assert!(
        refused.contains("-32602") && refused.contains("emergency"),
        "{refused}"
    );
    assert!(reply(&mut session, wanting("null")).contains("-32602"));
}

#[test]
fn a_stateless_request_is_told_only_what_it_asks_for() {
    let (mut session, sent) = talk(tools![says]);
    reply(&mut session, stateless("tools/call", r#","name":"says""#));
    assert_eq!(sent.take(), Vec::<String>::new());
    let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"error"}"#;
    reply(&mut session, with_meta("says", meta));
    assert_eq!(levels(&sent.take()), ["alert", "error"]);
    let gone = reply(
        &mut session,
        stateless("logging/setLevel", r#","level":"info""#),
    );
    assert!(gone.contains("-32601"), "{gone}");
}

#[test]
fn logging_is_declared_where_a_tool_can_log() {
    let declared = |tools| {
        let (mut session, _) = conversation(tools);
        reply(&mut session, crate::initialize("2025-11-25"))
    };
    assert!(
        declared(tools![says])
            .contains(r#""capabilities":{"logging":{},"tools":{"listChanged":true}}"#)
    );
    assert!(declared(tools![add]).contains(r#""capabilities":{"tools":{}}"#));
    let (mut session, _) = talk(tools![add]);
    let set = r#"{"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"info"}}"#;
    assert!(reply(&mut session, set).contains("-32601"));
}

#[test]
fn a_transport_that_is_full_loses_only_progress_and_log() {
    struct Full(Sent);

    impl Transport for Full {
        fn send(&self, message: Vec<u8>) {
            self.0.send(message);
        }

        fn has_room(&self) -> bool {
            false
        }

        fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
            self.0.sleep(time)
        }
    }

    let sent = Sent::default();
    let server = Server::builder("test", "1")
        .tools(tools![says])
        .build()
        .unwrap();
    let mut session = shaken(
        Session::with_transport(server, Full(sent.clone())),
        "2025-11-25",
    );
    assert!(reply(&mut session, call("says", "{}")).contains("\"isError\":false"));
    assert_eq!(sent.take(), Vec::<String>::new());
}

/// Hands its context to who waits for it, and waits.
#[tool]
async fn hand_out(ctx: Context, gate: String) -> &'static str {
    HANDED
        .lock()
        .expect("no test panics here")
        .push((gate.clone(), ctx.clone()));
    let shield = gate.starts_with("shielded").then(|| ctx.shield());
    crate::gate::wait(gate).await;
    drop(shield);
    std::future::pending::<()>().await;
    "passed"
}

static HANDED: Mutex<Vec<(String, Context)>> = Mutex::new(Vec::new());

fn handed(gate: &str) -> Context {
    let mut handed = HANDED.lock().expect("no test panics here");
    let place = handed.iter().position(|(name, _)| name == gate);
    handed.remove(place.expect("it was handed out")).1
}

const CANCEL: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;

/// Waits until a call is over, and counts how often it is woken.
fn watch(ctx: &Context) -> (Pin<Box<dyn Future<Output = ()> + '_>>, Arc<Wakes>) {
    let wakings = Arc::new(Wakes::default());
    let mut over: Pin<Box<dyn Future<Output = ()>>> = Box::pin(ctx.cancelled());
    let waker = wakings.clone().into();
    let polled = over.as_mut().poll(&mut TaskContext::from_waker(&waker));
    assert!(polled.is_pending(), "the call is not over");
    (over, wakings)
}

#[test]
fn contexts_hear_of_a_cancellation_and_say_nothing_after_it() {
    let (mut session, sent) = talk(tools![hand_out]);
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"hand_out","arguments":{"gate":"heard"},"_meta":{"progressToken":1}}}"#;
    let mut call = waiting(&mut session, frame);
    let ctx = handed("heard");
    let progress = ctx.progress(9);
    let (_, wakings) = watch(&ctx);
    assert!(!ctx.is_cancelled());

    assert_eq!(reply(&mut session, CANCEL), "");
    assert!(ctx.is_cancelled());
    progress.advance(1);
    ctx.error("too late");
    assert_eq!(poll(&mut call), SILENCE);
    assert_eq!(wakings.count(), 1);
    progress.advance(1);
    ctx.error("too late");
    assert_eq!(sent.take(), Vec::<String>::new());
}

#[test]
fn a_context_that_outlives_its_call_says_nothing() {
    let (mut session, sent) = talk(tools![keep]);
    reply(&mut session, with_meta("keep", r#"{"progressToken":1}"#));
    let ctx = handed("kept");
    assert!(ctx.is_cancelled());
    ctx.info("too late");
    ctx.progress(1).advance(1);
    assert_eq!(sent.take(), Vec::<String>::new());
}

/// Keeps its context for later.
#[tool]
fn keep(ctx: Context) {
    HANDED
        .lock()
        .expect("no test panics here")
        .push(("kept".to_owned(), ctx));
}

#[test]
fn ashielded_call_is_dropped_when_itsshield_is() {
    let (mut session, _) = talk(tools![hand_out]);
    let frame = call("hand_out", r#"{"gate":"shielded"}"#);
    let mut call = waiting(&mut session, frame);
    drop(handed("shielded"));
    assert_eq!(reply(&mut session, CANCEL), "");
    assert_eq!(poll(&mut call), Poll::Pending);
    assert!(!Gate::named("shielded").has_left());
    Gate::named("shielded").open();
    // It drops the shield in this poll, and is not let on.
    assert_eq!(poll(&mut call), SILENCE);
}

/// Takes its time.
#[tool(timeout = "1ms")]
async fn dawdle(ctx: Context, gate: String) -> &'static str {
    let shield = ctx.shield();
    crate::gate::wait(gate.clone()).await;
    drop(shield);
    if gate.ends_with("forever") {
        std::future::pending::<()>().await;
    }
    "done after all"
}

#[test]
fn ashielded_call_that_is_late_finishes_what_isshielded() {
    let (mut session, _) = talk(tools![dawdle]);
    for (gate, end) in [
        ("late", "done after all"),
        ("late_forever", "took longer than 1 ms"),
    ] {
        let frame = call("dawdle", &format!(r#"{{"gate":"{gate}"}}"#));
        let mut call = unpolled(&mut session, frame);
        assert_eq!(poll(&mut call), Poll::Pending);
        call.expire(Duration::from_millis(1));
        assert_eq!(call.timeout(), None);
        assert_eq!(poll(&mut call), Poll::Pending);
        Gate::named(gate).open();
        let mut polled = poll(&mut call);
        if polled.is_pending() {
            polled = poll(&mut call);
        }
        let Poll::Ready(Some(answer)) = polled else {
            panic!("{gate}: {polled:?}");
        };
        assert!(answer.contains(end), "{answer}");
    }
}

#[test]
fn an_answer_to_nothing_is_passed_over() {
    let (mut session, _) = talk(tools![add]);
    for frame in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","result":null}"#,
    ] {
        assert!(matches!(
            session.receive(frame.as_bytes(), &mut Vec::new()),
            Step::Nothing
        ));
    }
    let mut call = unpolled(&mut session, call("add", r#"{"a":1,"b":2}"#));
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#
        )
    );
}
