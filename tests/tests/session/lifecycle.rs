//! Opening a conversation, in both eras, and what may be said when.

use mcp_core::{Server, Session, ToolSet, tools};

use crate::{add, call, fresh, initialize, opened, reply, shaken, stateless};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

const ADD: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
const SUM: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false}}"#;

const STATELESS_SUM: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}],"isError":false,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#;

fn stateless_add() -> String {
    stateless("tools/call", r#","name":"add","arguments":{"a":1,"b":2}"#)
}

#[test]
fn a_ping_is_answered_before_the_handshake_and_after_it() {
    let mut session = fresh(tools![add]);
    assert_eq!(reply(&mut session, PING), PONG);
    let mut session = shaken(session, "2025-11-25");
    assert_eq!(reply(&mut session, PING), PONG);
}

#[test]
fn the_handshake_says_who_serves_and_what_there_is() {
    let mut session = fresh(tools![add]);
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"new":1},"clientInfo":{"name":"c","version":"1","icons":[]}}}"#
        ),
        r#"{"jsonrpc":"2.0","id":"init","result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"test","version":"1.0.0"}}}"#
    );
}

#[test]
fn requests_are_served_right_after_the_handshake_is_answered() {
    let mut session = opened(tools![add], "2025-06-18");
    assert_eq!(reply(&mut session, ADD), SUM);
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        ),
        ""
    );
    assert_eq!(reply(&mut session, ADD), SUM);
}

#[test]
fn instructions_go_to_clients_of_both_eras() {
    let server = Server::builder("test", "1.0.0")
        .instructions("Say \"please\".")
        .build()
        .unwrap();
    let mut session = Session::new(server);
    assert_eq!(
        reply(&mut session, initialize("2024-11-05")),
        r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2024-11-05","capabilities":{},"serverInfo":{"name":"test","version":"1.0.0"},"instructions":"Say \"please\"."}}"#
    );
    let discovered = reply(&mut session, stateless("server/discover", ""));
    assert!(
        discovered.contains(r#","instructions":"Say \"please\".","#),
        "{discovered}"
    );
}

#[test]
fn a_server_without_tools_has_no_methods_for_them() {
    let not_supported = |method: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"method `{method}` is not supported"}}}}"#
        )
    };
    let mut session = opened(ToolSet::new(), "2025-11-25");
    assert_eq!(reply(&mut session, LIST), not_supported("tools/list"));
    assert_eq!(reply(&mut session, ADD), not_supported("tools/call"));
    for method in ["tools/list", "tools/call"] {
        let answer = reply(&mut session, stateless(method, ""));
        assert_eq!(answer, not_supported(method));
    }
}

#[test]
fn methods_of_features_that_are_not_offered_do_not_exist() {
    let mut session = opened(tools![add], "2025-11-25");
    for method in [
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "resources/subscribe",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "logging/setLevel",
        "tasks/list",
        "server/discover",
        "no/such",
        "",
    ] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
        let not_supported = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"method `{method}` is not supported"}}}}"#
        );
        assert_eq!(reply(&mut session, frame), not_supported);
    }
}

#[test]
fn before_the_handshake_a_known_method_says_what_to_send_first() {
    let mut session = fresh(tools![add]);
    // None of the codes from -32020 to -32022, which a probing client takes for a stateless server.
    for method in ["tools/list", "tools/call", "server/discover"] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
        assert_eq!(
            reply(&mut session, frame),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"send `initialize` first, or name a version in `_meta` under `io.modelcontextprotocol/protocolVersion`"}}"#
        );
    }
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#
        ),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method `resources/list` is not supported"}}"#
    );
    assert_eq!(reply(&mut session, PING), PONG);
}

#[test]
fn an_initialize_that_is_not_whole_is_refused_and_may_be_sent_again() {
    let mut session = fresh(tools![add]);
    for (params, message) in [
        ("{}", "`protocolVersion` must be a string"),
        (
            r#"{"protocolVersion":1,"capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#,
            "`protocolVersion` must be a string",
        ),
        (
            r#"{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"1"}}"#,
            "`capabilities` must be an object",
        ),
        (
            r#"{"protocolVersion":"2025-11-25","capabilities":[],"clientInfo":{"name":"c","version":"1"}}"#,
            "`capabilities` must be an object",
        ),
        (
            r#"{"protocolVersion":"2025-11-25","capabilities":{}}"#,
            "`clientInfo` must be an object with the strings `name` and `version`",
        ),
        (
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c"}}"#,
            "`clientInfo` must be an object with the strings `name` and `version`",
        ),
        (
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":"c"}"#,
            "`clientInfo` must be an object with the strings `name` and `version`",
        ),
    ] {
        let frame =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{params}}}"#);
        let refused = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"{message}"}}}}"#
        );
        assert_eq!(reply(&mut session, frame), refused);
    }
    let mut session = shaken(session, "2025-11-25");
    assert_eq!(reply(&mut session, ADD), SUM);
}

#[test]
fn a_second_handshake_opens_the_session_anew() {
    let session = opened(tools![add], "2025-03-26");
    let mut session = shaken(session, "2025-06-18");
    // Batches came with the first version and are gone with the second.
    assert_eq!(
        reply(&mut session, format!("[{PING}]")),
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a line holds one message; batches are part of 2025-03-26 only"}}"#
    );
    assert_eq!(reply(&mut session, ADD), SUM);
}

#[test]
fn a_second_handshake_that_fails_leaves_the_session_as_it_was() {
    let mut session = opened(tools![add], "2025-03-26");
    let refused = reply(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
    );
    assert!(refused.contains("-32602"), "{refused}");
    assert_eq!(
        reply(&mut session, format!("[{PING}]")),
        format!("[{PONG}]")
    );
}

#[test]
fn a_handshake_cannot_be_cancelled() {
    let mut session = opened(tools![add], "2025-11-25");
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#
        ),
        ""
    );
    assert_eq!(reply(&mut session, ADD), SUM);
}

#[test]
fn notifications_are_never_answered() {
    let mut session = fresh(tools![add]);
    for _ in 0..2 {
        for frame in [
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/no/such","params":{"x":1}}"#,
            r#"{"jsonrpc":"2.0","method":"no/such","params":5}"#,
            r#"{"jsonrpc":"2.0","method":""}"#,
            r#"{"jsonrpc":"2.0","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","method":"initialize"}"#,
            r#"{"jsonrpc":"2.0","method":"tools/list","params":{"cursor":5}}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}}"#,
        ] {
            assert_eq!(reply(&mut session, frame), "", "{frame}");
        }
        session = shaken(session, "2025-11-25");
    }
}

#[test]
fn answers_to_requests_that_were_never_made_are_passed_over() {
    let mut session = opened(tools![add], "2025-11-25");
    for frame in [
        r#"{"jsonrpc":"2.0","id":77,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":-32603,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
        r#"{"id":0,"result":null}"#,
    ] {
        assert_eq!(reply(&mut session, frame), "", "{frame}");
    }
}

#[test]
fn blank_lines_line_ends_and_a_byte_order_mark_mean_nothing() {
    let mut session = fresh(tools![add]);
    for frame in ["", " ", "\r", "\t\r\n", "\u{feff}", "\u{feff}\r"] {
        assert_eq!(reply(&mut session, frame), "", "{frame:?}");
    }
    for frame in [
        format!("{PING}\r"),
        format!(" \t{PING} "),
        format!("\u{feff}{PING}\r\n"),
        PING.replace(',', ",\n"),
    ] {
        assert_eq!(reply(&mut session, &frame), PONG, "{frame:?}");
    }
}

#[test]
fn members_that_nobody_asked_for_are_passed_over() {
    let mut session = opened(tools![add], "2025-11-25");
    assert_eq!(
        reply(
            &mut session,
            r#"{"trace":{"a":[1]},"method":"tools/call","params":{"arguments":{"b":2,"a":1},"extra":true,"task":{"ttl":1},"name":"add","_meta":{"progressToken":7,"traceparent":"00-0a","x":null}},"id":1,"jsonrpc":"2.0","x":null}"#
        ),
        SUM
    );
}

#[test]
fn a_stateless_request_needs_nothing_before_it() {
    let mut session = fresh(tools![add]);
    assert_eq!(reply(&mut session, stateless_add()), STATELESS_SUM);
}

#[test]
fn a_stateless_request_may_say_who_sends_it() {
    let mut session = fresh(tools![add]);
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{},"new":[]},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/logLevel":"debug","progressToken":"p","new":1}}}"#;
    assert_eq!(reply(&mut session, frame), STATELESS_SUM);
}

#[test]
fn discovery_tells_versions_and_capabilities() {
    let mut session = fresh(tools![add]);
    assert_eq!(
        reply(&mut session, stateless("server/discover", "")),
        r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
    );
}

#[test]
fn a_stateless_version_that_is_not_spoken_is_refused_with_those_that_are() {
    let mut session = fresh(tools![add]);
    for version in ["1900-01-01", "2099-01-01", "2025-11-25", ""] {
        let frame = stateless("server/discover", "").replace("2026-07-28", version);
        let refused = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32022,"message":"protocol version `{version}` is not supported","data":{{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"{version}"}}}}}}"#
        );
        assert_eq!(reply(&mut session, frame), refused);
    }
}

#[test]
fn the_version_of_a_stateless_request_is_judged_before_the_rest_of_it() {
    let mut session = fresh(tools![add]);
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"no/such","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}"#;
    let answer = reply(&mut session, frame);
    assert!(answer.contains(r#""code":-32022"#), "{answer}");
}

#[test]
fn what_a_stateless_request_says_about_itself_must_hold() {
    const VERSION: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#;
    const CAPABILITIES: &str = r#""io.modelcontextprotocol/clientCapabilities":{}"#;
    let mut session = fresh(tools![add]);
    for (meta, message) in [
        (
            r#"{"io.modelcontextprotocol/protocolVersion":null}"#.to_owned(),
            "`io.modelcontextprotocol/protocolVersion` in `_meta` must be a string",
        ),
        (
            format!("{{{VERSION}}}"),
            "`io.modelcontextprotocol/clientCapabilities` in `_meta` must be an object",
        ),
        (
            format!(r#"{{{VERSION},"io.modelcontextprotocol/clientCapabilities":[]}}"#),
            "`io.modelcontextprotocol/clientCapabilities` in `_meta` must be an object",
        ),
        (
            format!(
                r#"{{{VERSION},{CAPABILITIES},"io.modelcontextprotocol/clientInfo":{{"name":"c"}}}}"#
            ),
            "`io.modelcontextprotocol/clientInfo` in `_meta` must be an object with the strings `name` and `version`",
        ),
        (
            format!(r#"{{{VERSION},{CAPABILITIES},"io.modelcontextprotocol/logLevel":"loud"}}"#),
            "`io.modelcontextprotocol/logLevel` in `_meta` must be one of debug, info, notice, warning, error, critical, alert, emergency",
        ),
        (
            format!(r#"{{{VERSION},{CAPABILITIES},"progressToken":1.5}}"#),
            "`progressToken` in `_meta` must be a string or an integer",
        ),
        ("[]".to_owned(), "`_meta` must be an object"),
    ] {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{meta}}}}}"#
        );
        let refused = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32602,"message":"{message}"}}}}"#
        );
        assert_eq!(reply(&mut session, frame), refused);
    }
}

#[test]
fn methods_of_sessions_do_not_exist_in_the_stateless_era() {
    let mut session = opened(tools![add], "2025-11-25");
    for method in [
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/list",
        "no/such",
    ] {
        let not_supported = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32601,"message":"method `{method}` is not supported"}}}}"#
        );
        assert_eq!(reply(&mut session, stateless(method, "")), not_supported);
    }
}

#[test]
fn a_stateless_initialize_is_refused_with_the_versions_there_are() {
    let mut session = fresh(tools![add]);
    assert_eq!(
        reply(&mut session, stateless("initialize", "")),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method `initialize` is not supported","data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]}}}"#
    );
}

#[test]
fn each_request_is_answered_in_the_era_it_belongs_to() {
    let mut session = fresh(tools![add]);
    assert_eq!(reply(&mut session, stateless_add()), STATELESS_SUM);
    let mut session = shaken(session, "2024-11-05");
    assert_eq!(reply(&mut session, ADD), SUM);
    assert_eq!(reply(&mut session, stateless_add()), STATELESS_SUM);
    assert_eq!(reply(&mut session, PING), PONG);
    assert_eq!(reply(&mut session, call("add", r#"{"a":1,"b":2}"#)), SUM);
}

#[test]
fn a_stateless_request_opens_no_session() {
    let mut session = fresh(tools![add]);
    assert_eq!(reply(&mut session, stateless_add()), STATELESS_SUM);
    let refused = reply(&mut session, ADD);
    assert!(refused.contains("send `initialize` first"), "{refused}");
}

#[test]
fn a_stateless_list_is_the_same_whatever_was_said_before() {
    let list = stateless("tools/list", "");
    let first = reply(&mut fresh(tools![add]), &list);
    let mut session = opened(tools![add], "2024-11-05");
    assert_ne!(reply(&mut session, LIST), first);
    assert_eq!(reply(&mut session, ADD), SUM);
    assert_eq!(reply(&mut session, &list), first);
}

#[test]
fn an_id_may_come_again_once_it_has_been_answered() {
    let mut session = opened(tools![add], "2025-11-25");
    for _ in 0..3 {
        assert_eq!(reply(&mut session, ADD), SUM);
        assert_eq!(reply(&mut session, stateless_add()), STATELESS_SUM);
    }
}
