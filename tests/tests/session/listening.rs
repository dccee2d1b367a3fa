//! Lists that change while they are served, and clients that want to know.

use mcp_core::{Context, Server, Session, Step, tool, tools};
use serde_json::{Value, json};

use crate::context::Sent;
use crate::{add, call, initialize, reply, shaken, stateless};

/// Multiplies two integers.
#[tool]
fn multiply(a: i64, b: i64) -> i64 {
    a * b
}

/// Switches tools on and off, and adds one.
#[tool]
fn switch(ctx: &Context, what: String) -> String {
    let list = ctx.tool_list();
    let done = match what.as_str() {
        "off" => list.disable("add"),
        "on" => list.enable("add"),
        "remove" => list.remove("add"),
        "again" => {
            return format!(
                "{:?}",
                list.add(tools![add]).map_err(|error| error.to_string())
            );
        }
        _ => {
            return format!(
                "{:?}",
                list.add(tools![multiply])
                    .map_err(|error| error.to_string())
            );
        }
    };
    format!("{done} {:?}", list.names())
}

fn server() -> Server {
    let server = Server::builder("test", "1.0.0").tools(tools![switch, add]);
    server.build().expect("the tools go together")
}

fn conversation() -> (Session, Sent) {
    let sent = Sent::default();
    (Session::with_transport(server(), sent.clone()), sent)
}

fn messages(sent: &Sent) -> Vec<Value> {
    let sent = sent.take();
    let json = |message: &String| serde_json::from_str(message).expect("JSON");
    sent.iter().map(json).collect()
}

fn listen(session: &mut Session, id: &str, notifications: &str) {
    let frame = stateless(
        "subscriptions/listen",
        &format!(r#","notifications":{notifications}"#),
    );
    let frame = frame.replace(r#""id":1"#, &format!(r#""id":{id}"#));
    let mut out = Vec::new();
    let step = session.receive(frame.as_bytes(), &mut out);
    let out = String::from_utf8(out).unwrap();
    assert!(matches!(step, Step::Nothing), "{out}");
}

fn switched(session: &mut Session, what: &str) -> String {
    reply(
        session,
        stateless(
            "tools/call",
            &format!(r#","name":"switch","arguments":{{"what":"{what}"}}"#),
        ),
    )
}

fn names(session: &mut Session) -> Vec<String> {
    let list: Value = serde_json::from_str(&reply(session, stateless("tools/list", ""))).unwrap();
    let tools = list["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

const ADD: &str = r#","name":"add","arguments":{"a":1,"b":2}"#;

#[test]
fn a_tool_that_is_not_listed_cannot_be_called() {
    let (mut session, _) = conversation();
    assert_eq!(names(&mut session), ["switch", "add"]);
    assert!(switched(&mut session, "off").contains(r#"true [\"switch\"]"#));
    assert_eq!(names(&mut session), ["switch"]);
    assert!(reply(&mut session, stateless("tools/call", ADD)).contains("unknown tool `add`"));
    assert!(switched(&mut session, "off").contains("false"));
    assert!(switched(&mut session, "on").contains("true"));
    assert_eq!(names(&mut session), ["switch", "add"]);
    assert!(reply(&mut session, stateless("tools/call", ADD)).contains(r#""text":"3""#));

    assert!(switched(&mut session, "remove").contains("true"));
    assert!(
        switched(&mut session, "on").contains("false"),
        "it is gone for good"
    );
    assert!(switched(&mut session, "more").contains("Ok(())"));
    assert_eq!(names(&mut session), ["switch", "multiply"]);
    let answer = reply(
        &mut session,
        stateless(
            "tools/call",
            r#","name":"multiply","arguments":{"a":2,"b":3}"#,
        ),
    );
    assert!(answer.contains(r#""text":"6""#), "{answer}");
    let refused = switched(&mut session, "more");
    assert!(refused.contains("both called `multiply`"), "{refused}");
    assert!(switched(&mut session, "again").contains("Ok(())"));
    assert_eq!(names(&mut session), ["switch", "multiply", "add"]);
}

#[test]
fn all_sessions_of_a_server_see_the_same_list() {
    let server = server();
    let mut one = Session::new(server.clone());
    let mut other = Session::new(server.clone());
    switched(&mut one, "off");
    assert_eq!(names(&mut other), ["switch"]);
    assert!(server.tool_list().enable("add"));
    assert_eq!(names(&mut one), ["switch", "add"]);
    assert_eq!(server.tool_list().names(), ["switch", "add"]);
}

#[test]
fn a_session_is_told_when_it_was_declared() {
    let (session, sent) = conversation();
    let mut session = shaken(session, "2025-11-25");
    reply(&mut session, call("switch", r#"{"what":"off"}"#));
    let changed =
        json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {} });
    assert_eq!(messages(&sent), [changed]);
    reply(&mut session, call("switch", r#"{"what":"off"}"#));
    assert_eq!(messages(&sent), [] as [Value; 0], "nothing has changed");

    let declared = |server: Server| reply(&mut Session::new(server), initialize("2025-11-25"));
    assert!(declared(server()).contains(r#""tools":{"listChanged":true}"#));
    let fixed = || {
        Server::builder("test", "1")
            .tools(tools![add])
            .build()
            .unwrap()
    };
    assert!(declared(fixed()).contains(r#""tools":{}"#));
    let handed_out = fixed();
    let list = handed_out.tool_list();
    assert!(declared(handed_out).contains(r#""tools":{"listChanged":true}"#));
    assert!(list.disable("add"));
}

#[test]
fn a_session_that_was_told_otherwise_hears_nothing() {
    let server = Server::builder("test", "1")
        .tools(tools![add])
        .build()
        .unwrap();
    let sent = Sent::default();
    let session = Session::with_transport(server.clone(), sent.clone());
    let session = shaken(session, "2025-11-25");
    server.tool_list().disable("add");
    assert_eq!(messages(&sent), [] as [Value; 0]);
    drop(session);
    // Nor does one that has said nothing yet.
    let sent = Sent::default();
    let _session = Session::with_transport(server.clone(), sent.clone());
    server.tool_list().enable("add");
    assert_eq!(messages(&sent), [] as [Value; 0]);
}

#[test]
fn who_listens_is_told_what_they_asked_for() {
    let (mut session, sent) = conversation();
    listen(
        &mut session,
        r#""a""#,
        r#"{"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["file:///a"],"other":1}"#,
    );
    listen(&mut session, "7", r#"{"toolsListChanged":false}"#);
    listen(&mut session, "8", r#"{"toolsListChanged":true}"#);
    let label = |id: Value| json!({ "io.modelcontextprotocol/subscriptionId": id });
    let acknowledged = |id: Value, notifications: Value| {
        json!({ "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
            "params": { "_meta": label(id), "notifications": notifications } })
    };
    assert_eq!(
        messages(&sent),
        [
            acknowledged(json!("a"), json!({ "toolsListChanged": true })),
            acknowledged(json!(7), json!({})),
            acknowledged(json!(8), json!({ "toolsListChanged": true })),
        ]
    );
    switched(&mut session, "off");
    let changed = |id: Value| json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": { "_meta": label(id) } });
    assert_eq!(messages(&sent), [changed(json!("a")), changed(json!(8))]);

    let again = stateless("subscriptions/listen", r#","notifications":{}"#)
        .replace(r#""id":1"#, r#""id":8"#);
    assert!(reply(&mut session, again).contains("still running"));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":8}}"#;
    assert_eq!(reply(&mut session, cancel), "");
    switched(&mut session, "on");
    assert_eq!(messages(&sent), [changed(json!("a"))]);

    let farewell = session.farewell();
    farewell.say();
    farewell.say();
    let said = messages(&sent);
    let result = |id: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "result": { "resultType": "complete", "_meta": {
            "io.modelcontextprotocol/serverInfo": { "name": "test", "version": "1.0.0" },
            "io.modelcontextprotocol/subscriptionId": id,
        } } })
    };
    assert_eq!(
        (&said[0], &said[2]),
        (&result(json!("a")), &result(json!(7)))
    );
    assert_eq!(said[1]["method"], "notifications/cancelled");
    assert_eq!(said.len(), 4);
}

#[test]
fn at_the_end_of_input_nobody_listens() {
    let (mut session, sent) = conversation();
    listen(&mut session, "1", r#"{"toolsListChanged":true}"#);
    session.end();
    sent.take();
    session.farewell().say();
    assert_eq!(messages(&sent), [] as [Value; 0]);
}

#[test]
fn what_cannot_be_listened_to_is_refused() {
    let (mut session, _) = conversation();
    for notifications in [
        "",
        r#","notifications":7"#,
        r#","notifications":[]"#,
        r#","notifications":{"toolsListChanged":"yes"}"#,
        r#","notifications":{"resourceSubscriptions":"file:///a"}"#,
    ] {
        let answer = reply(
            &mut session,
            stateless("subscriptions/listen", notifications),
        );
        assert!(answer.contains("-32602"), "{notifications}: {answer}");
    }
    let mut session = shaken(session, "2025-11-25");
    let frame =
        r#"{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{}}}"#;
    assert!(reply(&mut session, frame).contains("-32601"));
    let mut mute = Session::new(server());
    let answer = reply(
        &mut mute,
        stateless("subscriptions/listen", r#","notifications":{}"#),
    );
    assert!(answer.contains("-32601"), "{answer}");
}
