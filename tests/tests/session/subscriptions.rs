//! Resources that change, and clients that want to know.

use mcp_core::{Context, Server, Session, resource, resources, tool, tools};
use serde_json::{Value, json};

use crate::context::Sent;
use crate::{Poll, initialize, poll, reply, shaken, stateless, unpolled};

/// How warm it is.
#[resource("garden://temperature")]
fn temperature() -> &'static str {
    "21 °C"
}

fn server() -> Server {
    let server = Server::builder("test", "1.0.0").resources(resources![temperature]);
    server.build().expect("they go together")
}

fn request(method: &str, uri: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"uri":"{uri}"}}}}"#)
}

fn updated(uri: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{{"uri":"{uri}"}}}}"#
    )
}

const DONE: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

#[test]
fn a_session_hears_of_what_it_is_subscribed_to() {
    let server = server();
    let list = server.resource_list();
    let sent = Sent::default();
    let mut session = Session::with_transport(server, sent.clone());
    let answer = reply(&mut session, initialize("2025-06-18"));
    assert!(
        answer.contains(r#""resources":{"subscribe":true,"listChanged":true}"#),
        "{answer}"
    );
    list.updated("garden://temperature");
    assert_eq!(sent.take(), [""; 0]);

    assert_eq!(
        reply(
            &mut session,
            request("resources/subscribe", "garden://temperature")
        ),
        DONE
    );
    list.updated("garden://temperature");
    list.updated("garden://other");
    list.updated("garden://temperature/inside");
    list.updated("garden://temperatures");
    assert_eq!(
        sent.take(),
        [
            updated("garden://temperature"),
            updated("garden://temperature/inside")
        ]
    );

    assert_eq!(
        reply(
            &mut session,
            request("resources/unsubscribe", "garden://temperature")
        ),
        DONE
    );
    assert_eq!(
        reply(
            &mut session,
            request("resources/unsubscribe", "garden://never")
        ),
        DONE
    );
    list.updated("garden://temperature");
    assert_eq!(sent.take(), [""; 0]);
    list.changed();
    assert_eq!(
        sent.take(),
        [r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{}}"#]
    );
    let answer = reply(&mut session, request("resources/subscribe", "no uri"));
    assert!(answer.contains("-32602"), "{answer}");
}

#[test]
fn nobody_subscribes_where_nothing_is_told() {
    let mut session = shaken(Session::new(server()), "2025-11-25");
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let answer = reply(&mut session, request(method, "garden://temperature"));
        assert!(answer.contains("-32601"), "{answer}");
    }
    let server = server();
    let _ = server.resource_list();
    let mut session = Session::new(server);
    let frame = stateless("resources/subscribe", r#","uri":"garden://temperature""#);
    assert!(reply(&mut session, frame).contains("-32601"));
}

#[test]
fn a_new_handshake_ends_the_subscriptions_of_the_last() {
    let server = server();
    let list = server.resource_list();
    let sent = Sent::default();
    let mut session = shaken(Session::with_transport(server, sent.clone()), "2025-11-25");
    reply(
        &mut session,
        request("resources/subscribe", "garden://temperature"),
    );
    let mut session = shaken(session, "2025-11-25");
    list.updated("garden://temperature");
    assert_eq!(sent.take(), [""; 0]);
    reply(
        &mut session,
        request("resources/subscribe", "garden://temperature"),
    );
    list.updated("garden://temperature");
    assert_eq!(sent.take().len(), 1);
}

#[test]
fn a_session_holds_a_bounded_number_of_subscriptions() {
    let server = server();
    let _ = server.resource_list();
    let mut session = shaken(Session::new(server), "2025-11-25");
    for number in 0..10_000 {
        let frame = request("resources/subscribe", &format!("garden://{number}"));
        assert_eq!(reply(&mut session, frame), DONE);
    }
    let answer = reply(
        &mut session,
        request("resources/subscribe", "garden://more"),
    );
    assert!(answer.contains("-32603"), "{answer}");
    let again = request("resources/subscribe", "garden://7");
    assert_eq!(reply(&mut session, again), DONE);
    reply(&mut session, request("resources/unsubscribe", "garden://7"));
    let more = request("resources/subscribe", "garden://more");
    assert_eq!(reply(&mut session, more), DONE);
}

#[test]
fn a_uri_that_is_subscribed_to_has_a_bounded_length() {
    let server = server();
    let _ = server.resource_list();
    let mut session = shaken(Session::new(server), "2025-11-25");
    let mut subscribe = |length: usize| {
        let uri = format!("garden:{}", "x".repeat(length - "garden:".len()));
        reply(&mut session, request("resources/subscribe", &uri))
    };
    assert_eq!(subscribe(8192), DONE);
    assert!(subscribe(8193).contains("-32602"));
}

#[test]
fn a_bounded_number_of_requests_listens() {
    let server = server();
    let list = server.resource_list();
    let sent = Sent::default();
    let mut session = Session::with_transport(server, sent.clone());
    let listen = |session: &mut Session, id: usize| {
        let wanted = r#","notifications":{"resourcesListChanged":true}"#;
        let frame = stateless("subscriptions/listen", wanted);
        let frame = frame.replace(r#""id":1"#, &format!(r#""id":{id}"#));
        reply(session, frame)
    };
    for id in 0..1000 {
        assert_eq!(listen(&mut session, id), "");
    }
    assert_eq!(sent.take().len(), 1000);
    assert!(listen(&mut session, 1000).contains("-32603"));
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    reply(&mut session, cancel);
    assert_eq!(listen(&mut session, 1001), "");
    sent.take();
    list.changed();
    assert_eq!(sent.take().len(), 1000);
}

#[test]
fn a_stateless_client_hears_of_what_it_listens_to() {
    let server = server();
    let list = server.resource_list();
    let sent = Sent::default();
    let mut session = Session::with_transport(server, sent.clone());
    let wanted = r#","notifications":{"resourceSubscriptions":["garden://temperature"],"promptsListChanged":true}"#;
    let step = session.receive(
        stateless("subscriptions/listen", wanted).as_bytes(),
        &mut Vec::new(),
    );
    assert!(matches!(step, mcp_core::Step::Nothing));
    list.updated("garden://temperature");
    list.updated("garden://other");
    list.changed();
    let messages: Vec<Value> = sent
        .take()
        .iter()
        .map(|message| serde_json::from_str(message).expect("JSON"))
        .collect();
    let label = json!({ "io.modelcontextprotocol/subscriptionId": 1 });
    assert_eq!(
        messages,
        [
            json!({
                "jsonrpc": "2.0",
                "method": "notifications/subscriptions/acknowledged",
                "params": {
                    "_meta": label,
                    "notifications": { "resourceSubscriptions": ["garden://temperature"] },
                },
            }),
            json!({
                "jsonrpc": "2.0",
                "method": "notifications/resources/updated",
                "params": { "_meta": label, "uri": "garden://temperature" },
            }),
        ]
    );
}

/// Opens a window.
#[tool]
fn open_window(ctx: &Context) {
    ctx.resource_list().updated("garden://temperature");
}

#[test]
fn a_tool_tells_of_resources_that_it_changes() {
    let sent = Sent::default();
    let server = Server::builder("test", "1.0.0")
        .tools(tools![open_window])
        .resources(resources![temperature]);
    let session = Session::with_transport(server.build().unwrap(), sent.clone());
    let mut session = shaken(session, "2025-11-25");
    reply(
        &mut session,
        request("resources/subscribe", "garden://temperature"),
    );
    let mut call = unpolled(&mut session, crate::call("open_window", "{}"));
    assert!(matches!(poll(&mut call), Poll::Ready(Some(_))));
    assert_eq!(sent.take(), [updated("garden://temperature")]);
}
