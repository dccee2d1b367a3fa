//! What differs between the protocol's revisions.

use mcp_core::{Server, Session, schemars, tool, tools};
use serde::Serialize;

use crate::{fresh, initialize, opened, reply, stateless};

#[derive(Serialize, schemars::JsonSchema)]
struct Size {
    width: u32,
}

/// Measures a box.
#[tool(title = "Measure", read_only, destructive = false)]
fn measure() -> Size {
    Size { width: 3 }
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

#[test]
fn a_handshake_version_that_is_spoken_is_agreed_on() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let agreed = format!(
            r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{version}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"test","version":"1.0.0"}}}}}}"#
        );
        assert_eq!(
            reply(&mut fresh(tools![measure]), initialize(version)),
            agreed
        );
    }
}

#[test]
fn any_other_version_is_answered_with_the_newest_that_has_a_handshake() {
    for version in [
        "2026-07-28",
        "2024-10-07",
        "1999-01-01",
        "2099-01-01",
        "1",
        "",
    ] {
        assert_eq!(
            reply(&mut fresh(tools![measure]), initialize(version)),
            r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"test","version":"1.0.0"}}}"#
        );
    }
}

#[test]
fn a_servers_title_is_sent_where_there_are_titles() {
    let server = Server::builder("test", "1.0.0").title("Test");
    let server = server.build().unwrap();
    for (version, info) in [
        ("2025-03-26", r#"{"name":"test","version":"1.0.0"}"#),
        (
            "2025-06-18",
            r#"{"name":"test","version":"1.0.0","title":"Test"}"#,
        ),
    ] {
        let answer = reply(&mut Session::new(server.clone()), initialize(version));
        assert!(
            answer.contains(&format!(r#""serverInfo":{info}"#)),
            "{answer}"
        );
    }
    let discovered = reply(&mut Session::new(server), stateless("server/discover", ""));
    assert!(
        discovered.contains(r#"serverInfo":{"name":"test","version":"1.0.0","title":"Test"}"#),
        "{discovered}"
    );
}

#[test]
fn a_tool_is_listed_with_what_2024_11_05_knows() {
    assert_eq!(
        reply(&mut opened(tools![measure], "2024-11-05"), LIST),
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"measure","description":"Measures a box.","inputSchema":{"type":"object","properties":{}}}]}}"#
    );
}

#[test]
fn a_tool_is_listed_with_what_2025_03_26_knows() {
    assert_eq!(
        reply(&mut opened(tools![measure], "2025-03-26"), LIST),
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"measure","description":"Measures a box.","inputSchema":{"type":"object","properties":{}},"annotations":{"title":"Measure","readOnlyHint":true,"destructiveHint":false}}]}}"#
    );
}

#[test]
fn a_tool_is_listed_with_what_2025_06_18_and_2025_11_25_know() {
    for version in ["2025-06-18", "2025-11-25"] {
        assert_eq!(
            reply(&mut opened(tools![measure], version), LIST),
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"measure","title":"Measure","description":"Measures a box.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"object","properties":{"width":{"type":"integer","minimum":0,"maximum":4294967295}},"required":["width"]},"annotations":{"readOnlyHint":true,"destructiveHint":false}}]}}"#
        );
    }
}

#[test]
fn a_tool_is_listed_with_what_2026_07_28_knows() {
    assert_eq!(
        reply(&mut fresh(tools![measure]), stateless("tools/list", "")),
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"measure","title":"Measure","description":"Measures a box.","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"object","properties":{"width":{"type":"integer","minimum":0,"maximum":4294967295}},"required":["width"]},"annotations":{"readOnlyHint":true,"destructiveHint":false}}],"ttlMs":0,"cacheScope":"private","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
    );
}

#[test]
fn an_error_without_a_readable_id_has_null_until_the_version_leaves_it_out() {
    let with_null = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be a JSON object"}}"#;
    assert_eq!(reply(&mut fresh(tools![measure]), "5"), with_null);
    for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        assert_eq!(reply(&mut opened(tools![measure], version), "5"), with_null);
    }
    assert_eq!(
        reply(&mut opened(tools![measure], "2025-11-25"), "5"),
        r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"a message must be a JSON object"}}"#
    );
}
