//! `tools/call`: finding the tool, running it, and its answer.

use std::borrow::Cow;
use std::sync::Arc;

use mcp_core::{Contents, IntoContent, Session, tool, tools};

use crate::gate::{Gate, wait};
use crate::{add, answered, call, opened, poll, reply, stateless, waiting};

/// Answers with the text it is given.
#[tool]
fn echo(text: String) -> String {
    text
}

/// Answers at once, although it might have to wait.
#[tool]
async fn ready() -> &'static str {
    std::future::ready("ready").await
}

fn session() -> Session {
    opened(tools![add, echo, ready, wait], "2025-11-25")
}

#[test]
fn a_call_is_answered_with_what_the_function_returns() {
    assert_eq!(
        reply(&mut session(), call("add", r#"{"a":1,"b":2}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#
    );
}

#[test]
fn an_async_tool_that_need_not_wait_is_answered_at_once() {
    assert_eq!(
        reply(&mut session(), call("ready", "{}")),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ready"}],"isError":false}}"#
    );
}

#[test]
fn a_tool_that_waits_is_answered_when_it_is_done() {
    let mut session = session();
    let mut call = waiting(&mut session, call("wait", r#"{"gate":"done"}"#));
    assert!(poll(&mut call).is_pending());
    Gate::named("done").open();
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"passed"}],"isError":false}}"#
        )
    );
}

#[test]
fn a_call_that_waits_is_answered_in_the_era_it_was_made_in() {
    let mut session = session();
    let mut call = waiting(
        &mut session,
        stateless("tools/call", r#","name":"wait","arguments":{"gate":"era"}"#),
    );
    Gate::named("era").open();
    assert_eq!(
        poll(&mut call),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"passed"}],"isError":false,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
        )
    );
}

#[test]
fn calls_that_wait_hold_up_nothing_and_end_in_any_order() {
    let mut session = session();
    let frame = |id: u8, gate: &str| {
        call("wait", &format!(r#"{{"gate":"{gate}"}}"#))
            .replace(r#""id":1"#, &format!(r#""id":{id}"#))
    };
    let mut first = waiting(&mut session, frame(1, "first"));
    let mut second = waiting(&mut session, frame(2, "second"));
    assert_eq!(
        reply(&mut session, r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#),
        r#"{"jsonrpc":"2.0","id":3,"result":{}}"#
    );
    Gate::named("second").open();
    assert!(poll(&mut first).is_pending());
    assert_eq!(
        poll(&mut second),
        answered(
            r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"passed"}],"isError":false}}"#
        )
    );
    Gate::named("first").open();
    assert_eq!(
        poll(&mut first),
        answered(
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"passed"}],"isError":false}}"#
        )
    );
}

#[test]
fn an_answered_call_that_is_polled_again_says_nothing_more() {
    let mut call = waiting(&mut session(), call("wait", r#"{"gate":"again"}"#));
    Gate::named("again").open();
    assert!(poll(&mut call).is_ready());
    assert_eq!(poll(&mut call), crate::SILENCE);
}

#[test]
fn an_id_that_is_still_running_is_refused_and_the_first_call_goes_on() {
    let mut session = session();
    let mut first = waiting(&mut session, call("wait", r#"{"gate":"twice"}"#));
    let refused = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a request with this id is still running"}}"#;
    for second in [
        call("add", r#"{"a":1,"b":2}"#),
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned(),
        crate::initialize("2025-11-25").replace(r#""id":0"#, r#""id":1"#),
        stateless("tools/call", r#","name":"add","arguments":{"a":1,"b":2}"#),
    ] {
        assert_eq!(reply(&mut session, second), refused);
    }
    Gate::named("twice").open();
    assert!(poll(&mut first).is_ready());
    assert_eq!(
        reply(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#
    );
}

#[test]
fn an_id_that_is_spelled_with_escapes_is_the_same_id() {
    let mut session = session();
    let frame = call("wait", r#"{"gate":"spelled"}"#);
    let _first = waiting(&mut session, frame.replace(r#""id":1"#, r#""id":"a/é""#));
    for id in [r#""a/é""#, r#""\u0061\/\u00e9""#, r#""a/\u00E9""#] {
        let ping = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let refused = format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32600,"message":"a request with this id is still running"}}}}"#
        );
        assert_eq!(reply(&mut session, ping), refused);
    }
}

#[test]
fn a_number_and_a_string_are_different_ids() {
    let mut session = session();
    let _first = waiting(&mut session, call("wait", r#"{"gate":"types"}"#));
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#
        ),
        r#"{"jsonrpc":"2.0","id":"1","result":{}}"#
    );
}

#[test]
fn a_call_that_its_owner_drops_frees_its_id() {
    let mut session = session();
    drop(waiting(&mut session, call("wait", r#"{"gate":"dropped"}"#)));
    assert!(Gate::named("dropped").has_left());
    assert_eq!(
        reply(&mut session, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#
    );
}

#[test]
fn ids_come_back_as_they_were_written() {
    let mut session = session();
    for id in [
        "0",
        "-1",
        "9007199254740993",
        "123456789012345678901234567890",
        r#""""#,
        r#""1""#,
        r#""\u0061\n\"\\""#,
        r#""é \ud83d\ude00 😀""#,
    ] {
        assert_eq!(
            reply(
                &mut session,
                format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)
            ),
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
        );
        let frame = call("add", r#"{"a":1,"b":2}"#);
        assert_eq!(
            reply(
                &mut session,
                frame.replace(r#""id":1"#, &format!(r#""id":{id}"#))
            ),
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"3"}}],"isError":false}}}}"#
            )
        );
    }
}

#[test]
fn an_unknown_tool_is_an_error_that_names_one_nearby() {
    let mut session = session();
    for (name, message) in [
        ("ad", "unknown tool `ad`, did you mean `add`?"),
        ("Add", "unknown tool `Add`, did you mean `add`?"),
        ("ehco", "unknown tool `ehco`, did you mean `echo`?"),
        ("subtract", "unknown tool `subtract`"),
        ("", "unknown tool ``"),
    ] {
        assert_eq!(
            reply(&mut session, call(name, "{}")),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"{message}"}}}}"#
            )
        );
    }
}

#[test]
fn a_very_long_name_is_not_repeated_whole() {
    let name = "x".repeat(100_000);
    assert_eq!(
        reply(&mut session(), call(&name, "{}")),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"unknown tool `{}… (100000 bytes)`"}}}}"#,
            "x".repeat(60)
        )
    );
}

#[test]
fn a_call_needs_the_name_of_a_tool() {
    let mut session = session();
    for params in [
        "",
        r#","params":null"#,
        r#","params":{}"#,
        r#","params":{"name":null}"#,
        r#","params":{"name":5}"#,
        r#","params":{"name":["add"],"arguments":{}}"#,
    ] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call"{params}}}"#);
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`name` must be a string, the tool's name"}}"#
        );
    }
}

#[test]
fn arguments_that_are_no_object_are_an_error() {
    let mut session = session();
    for arguments in ["[]", "[1,2]", "5", "true", r#""{\"a\":1,\"b\":2}""#] {
        assert_eq!(
            reply(&mut session, call("add", arguments)),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`arguments` must be an object"}}"#
        );
    }
}

#[test]
fn arguments_that_are_left_out_or_null_are_none() {
    let mut session = session();
    let ready = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"ready"}],"isError":false}}"#;
    assert_eq!(reply(&mut session, call("ready", "null")), ready);
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ready"}}"#
        ),
        ready
    );
}

#[test]
fn any_text_comes_back_as_it_was_sent() {
    let mut session = session();
    for (text, echoed) in [
        (r#""""#, r#""""#),
        (r#""a\nb\r\tc""#, r#""a\nb\r\tc""#),
        (r#""\u0000\u001f""#, r#""\u0000\u001f""#),
        ("\"a\u{2028}b\u{2029}c\"", "\"a\u{2028}b\u{2029}c\""),
        (r#""\ud83d\ude00 \u00e9""#, r#""😀 é""#),
        (r#""\"\\\/""#, r#""\"\\/""#),
        (r#""[1,2,3]""#, r#""[1,2,3]""#),
        (r#""null""#, r#""null""#),
        (r#""5""#, r#""5""#),
    ] {
        assert_eq!(
            reply(&mut session, call("echo", &format!(r#"{{"text":{text}}}"#))),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":{echoed}}}],"isError":false}}}}"#
            )
        );
    }
}

#[test]
fn half_of_a_surrogate_pair_is_refused_and_the_session_goes_on() {
    let mut session = session();
    let refused = reply(&mut session, call("echo", r#"{"text":"\ud800"}"#));
    assert!(
        refused.starts_with(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`echo` was not run, since its arguments do not fit:\n- `text`: "#),
        "{refused}"
    );
    let echoed = reply(&mut session, call("echo", r#"{"text":"a"}"#));
    assert!(echoed.contains(r#""text":"a""#), "{echoed}");
}

/// Degrees on a scale that people know.
struct Celsius(f64);

impl IntoContent for Celsius {
    fn into_content(self, contents: &mut Contents<'_>) {
        contents.text(&self.0.to_string());
        contents.text("°C");
    }
}

/// Returns nothing.
#[tool]
fn nothing() {}

/// Returns nothing, or fails.
#[tool]
fn nothing_fallible(fail: bool) -> Result<(), &'static str> {
    if fail { Err("failed") } else { Ok(()) }
}

macro_rules! returning {
    ($($name:ident: $type:ty = $value:expr;)*) => {$(
        /// Returns a value of one type.
        #[tool]
        #[allow(clippy::unnecessary_wraps, reason = "the type is the point")]
        fn $name() -> $type {
            $value
        }
    )*};
}

returning! {
    letter: char = '"';
    truth: bool = true;
    small: i8 = -5;
    large: u128 = u128::MAX;
    half: f64 = 0.5;
    whole: f64 = 3.0;
    not_a_number: f64 = f64::NAN;
    some: Option<String> = Some("s".to_owned());
    none: Option<i64> = None;
    borrowed: Cow<'static, str> = Cow::Borrowed("cow");
    boxed: Box<str> = "box".into();
    shared: Arc<str> = "arc".into();
    own: Celsius = Celsius(21.5);
}

#[test]
fn each_kind_of_text_has_its_content() {
    let mut session = opened(
        tools![
            nothing,
            letter,
            truth,
            small,
            large,
            half,
            whole,
            not_a_number,
            some,
            none,
            borrowed,
            boxed,
            shared,
            nothing_fallible,
            own
        ],
        "2025-11-25",
    );
    for (tool, content) in [
        ("nothing", ""),
        ("letter", r#"{"type":"text","text":"\""}"#),
        ("truth", r#"{"type":"text","text":"true"}"#),
        ("small", r#"{"type":"text","text":"-5"}"#),
        (
            "large",
            r#"{"type":"text","text":"340282366920938463463374607431768211455"}"#,
        ),
        ("half", r#"{"type":"text","text":"0.5"}"#),
        ("whole", r#"{"type":"text","text":"3"}"#),
        ("not_a_number", r#"{"type":"text","text":"NaN"}"#),
        ("some", r#"{"type":"text","text":"s"}"#),
        ("none", r#"{"type":"text","text":"null"}"#),
        ("borrowed", r#"{"type":"text","text":"cow"}"#),
        ("boxed", r#"{"type":"text","text":"box"}"#),
        ("shared", r#"{"type":"text","text":"arc"}"#),
        ("nothing_fallible", ""),
        (
            "own",
            r#"{"type":"text","text":"21.5"},{"type":"text","text":"°C"}"#,
        ),
    ] {
        assert_eq!(
            reply(&mut session, call(tool, r#"{"fail":false}"#)),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{content}],"isError":false}}}}"#
            ),
            "{tool}"
        );
    }
}

#[test]
fn two_sessions_of_one_server_know_nothing_of_each_other() {
    let server = mcp_core::Server::builder("test", "1.0.0").tools(tools![wait, add]);
    let server = server.build().unwrap();
    let mut one = crate::shaken(Session::new(server.clone()), "2025-11-25");
    let mut other = crate::shaken(Session::new(server), "2025-11-25");
    let mut first = waiting(&mut one, call("wait", r#"{"gate":"two"}"#));
    assert_eq!(
        reply(&mut other, call("add", r#"{"a":1,"b":2}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#
    );
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(reply(&mut other, cancel), "");
    Gate::named("two").open();
    assert!(matches!(poll(&mut first), std::task::Poll::Ready(Some(_))));
}
