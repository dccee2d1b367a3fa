//! Resources and prompts that ask the client, as tools do: by a request in the handshake era, by
//! another round in the stateless one.

use mcp_core::{
    Asked, Confirmed, Context, Result, Server, ServerBuilder, Session, form, prompt, prompts,
    resource, resources,
};
use serde_json::{Value, json};

use crate::asking::{accept, only};
use crate::context::Sent;
use crate::{Poll, initialize, poll, reply, waiting};

#[form]
struct Name {
    name: String,
}

#[resource("greeting://{place}")]
async fn greeting(ctx: &Context, place: String) -> Result<String> {
    let name = ctx.elicit::<Name>("Who are you?").key("who").await?;
    Ok(format!("{place}: hello, {}", name.or_stop()?.name))
}

#[prompt]
async fn ask(ctx: &Context, topic: String) -> Result<String> {
    let name = ctx.elicit::<Name>("Who are you?").key("who").await?;
    Ok(format!("{} asks about {topic}", name.or_stop()?.name))
}

/// Asks before it runs.
#[resource("letter://{to}")]
fn letter(
    to: String,
    /// Who writes to {to}?
    from: Asked<Name>,
) -> String {
    format!("Dear {to}, yours {}", from.name)
}

/// Asks before it runs.
#[prompt]
fn invite(
    guest: String,
    /// Invite {guest} {times} times?
    sure: Confirmed,
    #[arg(default = 1)] times: u8,
) -> String {
    let Confirmed { .. } = sure;
    format!("Invite {guest} {times} times.")
}

fn server() -> ServerBuilder {
    Server::builder("test", "1.0.0")
        .resources(resources![greeting, letter])
        .prompts(prompts![ask, invite])
}

fn session() -> Session {
    Session::with_transport(server().build().unwrap(), Sent::default())
}

/// The answer to a request with these members of `params`.
fn answer(session: &mut Session, method: &str, members: &Value, more: &Value) -> Value {
    let mut params = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    } });
    for (name, value) in [members, more]
        .into_iter()
        .flat_map(|one| one.as_object().unwrap())
    {
        params[name] = value.clone();
    }
    let frame = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    serde_json::from_str(&reply(session, frame.to_string())).expect("JSON")
}

fn answers(asked: &Value) -> Value {
    let who = json!({ "who": { "action": "accept", "content": { "name": "Ann" } } });
    json!({ "inputResponses": who, "requestState": asked["result"]["requestState"] })
}

#[test]
fn a_resource_asks_and_is_read_with_the_answer() {
    let mut session = session();
    let uri = json!({ "uri": "greeting://hall" });
    let asked = answer(&mut session, "resources/read", &uri, &json!({}));
    assert_eq!(asked["result"]["resultType"], "input_required");
    assert!(asked["result"].get("ttlMs").is_none());
    let read = answer(&mut session, "resources/read", &uri, &answers(&asked));
    assert_eq!(read["result"]["contents"][0]["text"], "hall: hello, Ann");
    assert_eq!(read["result"]["ttlMs"], 0);
    let other = json!({ "uri": "greeting://cellar" });
    let refused = answer(&mut session, "resources/read", &other, &answers(&asked));
    assert_eq!(refused["error"]["code"], -32602);
}

#[test]
fn a_prompt_asks_and_is_made_with_the_answer() {
    let mut session = session();
    let members = json!({ "name": "ask", "arguments": { "topic": "tea" } });
    let asked = answer(&mut session, "prompts/get", &members, &json!({}));
    assert_eq!(
        asked["result"]["inputRequests"]["who"]["method"],
        "elicitation/create"
    );
    let made = answer(&mut session, "prompts/get", &members, &answers(&asked));
    assert_eq!(
        made["result"]["messages"][0]["content"]["text"],
        "Ann asks about tea"
    );
    let other = json!({ "name": "ask", "arguments": { "topic": "coffee" } });
    let refused = answer(&mut session, "prompts/get", &other, &answers(&asked));
    assert_eq!(refused["error"]["code"], -32602);
}

/// What a session of the handshake era answers once its client has told its name.
fn answer_with_a_request(version: &str, method: &str, params: &Value) -> Value {
    let server = server().build().unwrap();
    let sent = Sent::default();
    let mut session = Session::with_transport(server, sent.clone());
    let hello = initialize(version).replace(
        r#""capabilities":{}"#,
        r#""capabilities":{"elicitation":{}}"#,
    );
    reply(&mut session, hello);
    let frame = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut call = waiting(&mut session, frame.to_string());
    let asked = only(&sent);
    assert_eq!(asked["method"], "elicitation/create");
    assert_eq!(asked["params"]["message"], "Who are you?");
    accept(&mut session, &asked["id"], &json!({ "name": "Ann" }));
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("it goes on");
    };
    serde_json::from_str(&answer).expect("JSON")
}

#[test]
fn a_session_is_sent_what_a_resource_or_a_prompt_asks() {
    for version in ["2025-06-18", "2025-11-25"] {
        let uri = json!({ "uri": "greeting://hall" });
        let read = answer_with_a_request(version, "resources/read", &uri);
        assert_eq!(
            read["result"],
            json!({ "contents": [{
                "uri": "greeting://hall", "mimeType": "text/plain", "text": "hall: hello, Ann",
            }] })
        );
        let members = json!({ "name": "ask", "arguments": { "topic": "tea" } });
        let made = answer_with_a_request(version, "prompts/get", &members);
        assert_eq!(
            made["result"]["messages"][0]["content"]["text"],
            "Ann asks about tea"
        );
    }
}

#[test]
fn what_nobody_can_be_asked_is_an_error_of_the_protocol() {
    let mut session = session();
    reply(&mut session, initialize("2025-11-25"));
    for (method, params) in [
        ("resources/read", json!({ "uri": "greeting://hall" })),
        (
            "prompts/get",
            json!({ "name": "ask", "arguments": { "topic": "tea" } }),
        ),
    ] {
        let frame = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer: Value = serde_json::from_str(&reply(&mut session, frame.to_string())).unwrap();
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains("`elicitation.form`"), "{message}");

        let mut params = params;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let frame = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer: Value = serde_json::from_str(&reply(&mut session, frame.to_string())).unwrap();
        assert_eq!(answer["error"]["code"], -32021, "{answer}");
    }
}

#[test]
fn what_is_asked_before_a_function_runs_is_asked_of_all_kinds() {
    let answer_of = |session: &mut Session, method, members: &Value, content: Value| {
        let asked = answer(session, method, members, &json!({}));
        let requests = asked["result"]["inputRequests"].as_object().expect("one");
        let (key, request) = requests.iter().next().expect("one");
        let response = json!({ key: { "action": "accept", "content": content } });
        let state = &asked["result"]["requestState"];
        let again = json!({ "inputResponses": response, "requestState": state });
        let message = request["params"]["message"].clone();
        (message, answer(session, method, members, &again))
    };
    let mut session = session();
    let uri = json!({ "uri": "letter://Bob" });
    let content = json!({ "name": "Ann" });
    let (message, read) = answer_of(&mut session, "resources/read", &uri, content);
    assert_eq!(message, "Who writes to Bob?");
    assert_eq!(read["result"]["contents"][0]["text"], "Dear Bob, yours Ann");

    let members = json!({ "name": "invite", "arguments": { "guest": "Bob", "times": "2" } });
    let (message, made) = answer_of(&mut session, "prompts/get", &members, json!({}));
    assert_eq!(message, "Invite Bob 2 times?");
    let text = &made["result"]["messages"][0]["content"]["text"];
    assert_eq!(text, "Invite Bob 2 times.");

    let asked = answer(&mut session, "prompts/get", &members, &json!({}));
    let requests = asked["result"]["inputRequests"].as_object().expect("one");
    let key = requests.keys().next().expect("one");
    let refusal = json!({
        "inputResponses": { key: { "action": "decline" } },
        "requestState": asked["result"]["requestState"],
    });
    let refused = answer(&mut session, "prompts/get", &members, &refusal);
    assert_eq!(refused["error"]["code"], -32603);
    let message = refused["error"]["message"].as_str().expect("a text");
    assert!(message.contains("did not agree"), "{message}");
}
