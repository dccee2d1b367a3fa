//! What differs between the protocol's revisions.

use mcp_core::{Icon, Server, Session, Theme, json, schemars, tool, tools};
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

/// Tells the weather.
#[tool(
    title = " ",
    icons = [
        "https://weather.example/sun.png",
        Icon::new("data:image/svg+xml,%3Csvg/%3E").mime_type("image/svg+xml").size("any").theme(Theme::Dark),
    ],
    meta = json!({ "ui": { "resourceUri": "ui://weather" } }),
)]
fn weather() {}

#[test]
fn icons_and_meta_are_sent_where_there_are_any() {
    let list = |version| reply(&mut opened(tools![weather], version), LIST);
    let meta = r#""_meta":{"ui":{"resourceUri":"ui://weather"}}"#;
    let icons = r#""icons":[{"src":"https://weather.example/sun.png"},{"src":"data:image/svg+xml,%3Csvg/%3E","mimeType":"image/svg+xml","sizes":["any"],"theme":"dark"}]"#;
    let described = r#"{"name":"weather","description":"Tells the weather.","inputSchema":{"type":"object","properties":{}}"#;
    let entry = |rest: &str| format!(r#""tools":[{described}{rest}}}]"#);
    for (version, rest) in [
        ("2025-03-26", String::new()),
        ("2025-06-18", format!(",{meta}")),
        ("2025-11-25", format!(",{icons},{meta}")),
    ] {
        let list = list(version);
        assert!(list.contains(&entry(&rest)), "{list}");
    }
    let list = reply(&mut fresh(tools![weather]), stateless("tools/list", ""));
    assert!(list.contains(&entry(&format!(",{icons},{meta}"))), "{list}");
}

#[test]
fn a_server_shows_its_icon_and_website_where_it_introduces_itself() {
    let server = Server::builder("test", "1.0.0")
        .title("")
        .description("Tells the weather.")
        .website_url("https://weather.example")
        .icon("https://weather.example/sun.png")
        .tools(tools![weather]);
    let server = server.build().unwrap();
    let name = r#""serverInfo":{"name":"test","version":"1.0.0"}"#;
    let full = r#"serverInfo":{"name":"test","version":"1.0.0","description":"Tells the weather.","websiteUrl":"https://weather.example","icons":[{"src":"https://weather.example/sun.png"}]}"#;
    let answer = |frame: String| reply(&mut Session::new(server.clone()), frame);
    assert!(answer(initialize("2025-06-18")).contains(name));
    assert!(answer(initialize("2025-11-25")).contains(full));
    assert!(answer(stateless("server/discover", "")).contains(full));
    // Not with each result.
    let called = answer(stateless("tools/call", r#","name":"weather""#));
    assert!(called.contains(r#"serverInfo":{"name":"test","version":"1.0.0"}"#));
}

const NOWHERE: &str = "sun.png";

#[tool(icons = [NOWHERE], meta = json!([]))]
fn misdescribed() {}

#[test]
fn an_icon_without_an_address_and_meta_that_is_no_object_are_faults_of_the_set_up() {
    let server = Server::builder("test", "1.0.0").icon("/moon.png");
    let error = server.tools(tools![misdescribed]).build().unwrap_err();
    let error = error.to_string();
    let faults: Vec<_> = error.lines().collect();
    assert!(faults[0].starts_with("the tool `misdescribed` at tests"));
    assert!(
        faults[0].ends_with(": its icon `sun.png` has to begin with `https:`, `http:` or `data:`")
    );
    assert!(faults[1].ends_with(": its `meta` has to be a JSON object"));
    assert_eq!(
        faults[2],
        "the server's icon `/moon.png` has to begin with `https:`, `http:` or `data:`"
    );
    assert_eq!(faults.len(), 3);
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
