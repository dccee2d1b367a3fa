//! Tools that ask the client: by a request in the handshake era, by another round in the stateless
//! one, with the same function.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use mcp_core::{
    Asked, Confirmed, Context, Elicited, Result, Server, ServerBuilder, Session, Step, ToolSet,
    Transport, form, tool, tools,
};
use serde_json::{Value, json};

use crate::context::Sent;
use crate::{SILENCE, call, poll, reply, waiting};

#[form]
struct Guest {
    /// As it stands on the passport.
    name: String,
    #[schemars(range(min = 1, max = 9))]
    guests: u8,
    #[serde(default)]
    breakfast: bool,
    #[serde(default = "quiet")]
    room: Room,
    extras: Option<Vec<Extra>>,
}

fn quiet() -> Room {
    Room::Quiet
}

#[form]
#[derive(Debug)]
enum Room {
    /// Away from the street.
    Quiet,
    WithAView,
}

#[form]
#[derive(Debug)]
enum Extra {
    Parking,
    Sauna,
}

/// Books a room.
#[tool]
async fn book(ctx: &Context, city: String) -> Result<String> {
    let guest = match ctx
        .elicit::<Guest>(format!("Who sleeps in {city}?"))
        .await?
    {
        Elicited::Accepted(guest) => guest,
        Elicited::Declined => return Ok("declined".to_owned()),
        Elicited::Cancelled => return Ok("cancelled".to_owned()),
    };
    let Guest {
        name,
        guests,
        breakfast,
        room,
        extras,
    } = guest;
    Ok(format!("{name} {guests} {breakfast} {room:?} {extras:?}"))
}

/// Asks three things, the last two at once.
#[tool]
async fn interview(ctx: &Context) -> Result<String> {
    RUNS.fetch_add(1, Ordering::SeqCst);
    let go_on = ctx.confirm("Shall we?").await?;
    let sample = async { ctx.sample("Say hi").key("greeting").await };
    let roots = async { ctx.roots().await };
    let (sampled, roots) = both(sample, roots).await;
    let (sampled, roots) = (sampled?, roots?);
    Ok(format!(
        "{go_on} {} {} {}",
        sampled.text(),
        sampled.model(),
        roots[0].uri
    ))
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Waits for two futures at once.
async fn both<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> (A, B) {
    let (mut a, mut b) = (Box::pin(a), Box::pin(b));
    let (mut of_a, mut of_b) = (None, None);
    std::future::poll_fn(move |cx| {
        if of_a.is_none() {
            of_a = ready(a.as_mut().poll(cx));
        }
        if of_b.is_none() {
            of_b = ready(b.as_mut().poll(cx));
        }
        match (of_a.take(), of_b.take()) {
            (Some(a), Some(b)) => Poll::Ready((a, b)),
            (a, b) => {
                (of_a, of_b) = (a, b);
                Poll::Pending
            }
        }
    })
    .await
}

fn ready<T>(polled: Poll<T>) -> Option<T> {
    match polled {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

/// Deletes a branch.
#[tool]
fn delete(
    branch: String,
    /// Delete the branch {branch}, {times} times?
    sure: Confirmed,
    #[arg(default = 1)] times: u8,
) -> String {
    let Confirmed { .. } = sure;
    format!("{branch} is gone {times} times")
}

#[form]
struct Reason {
    why: String,
}

/// Deletes a file, for a reason.
#[tool]
fn shred(
    file: String,
    _sure: Confirmed,
    /// Why do you shred {file}?
    reason: Asked<Reason>,
) -> String {
    format!("{file} is gone: {}", reason.why)
}

/// Deletes a file and holds its thread.
#[tool(blocking)]
fn grind(_sure: Confirmed) -> &'static str {
    "ground"
}

/// Sends the user to a page.
#[tool]
async fn sign_in(ctx: Context) -> Result<String> {
    let page = "https://example.com/in";
    let visited = ctx.visit(page, "Please sign in").await?;
    ctx.visited(page);
    Ok(format!("{visited:?}"))
}

/// How one would like a room to be.
#[form]
#[derive(Debug)]
enum Wish {
    /// A cot for a child
    Cot,
    /// A desk
    Desk,
}

#[form]
#[derive(Debug)]
struct Wishes {
    all: Vec<Wish>,
}

#[form]
#[derive(Debug)]
struct FirstWish {
    first: Wish,
}

/// Asks for wishes.
#[tool]
async fn wish(ctx: &Context, several: bool) -> Result<String> {
    Ok(match several {
        true => format!("{:?}", ctx.elicit::<Wishes>("All?").await?),
        false => format!("{:?}", ctx.elicit::<FirstWish>("First?").await?),
    })
}

const ALL: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{},"roots":{}}"#;

fn all_tools() -> ToolSet {
    tools![book, interview, delete, shred, grind, sign_in, wish]
}

fn server() -> ServerBuilder {
    Server::builder("test", "1.0.0").tools(all_tools())
}

/// A conversation of the handshake era with a client of these capabilities.
fn legacy(version: &str, capabilities: &str) -> (Session, Sent) {
    let sent = Sent::default();
    let server = server().build().expect("the tools go together");
    let mut session = Session::with_transport(server, sent.clone());
    let hello = format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    );
    assert!(reply(&mut session, hello).contains(version));
    (session, sent)
}

/// The one message that was sent.
pub(crate) fn only(sent: &Sent) -> Value {
    let mut messages = sent.take();
    assert_eq!(messages.len(), 1, "{messages:?}");
    serde_json::from_str(&messages.remove(0)).expect("messages are JSON")
}

fn say(session: &mut Session, message: &Value) {
    let step = session.receive(message.to_string().as_bytes(), &mut Vec::new());
    assert!(matches!(step, Step::Nothing), "an answer is not answered");
}

pub(crate) fn accept(session: &mut Session, id: &Value, content: &Value) {
    let result = json!({ "action": "accept", "content": content });
    say(
        session,
        &json!({ "jsonrpc": "2.0", "id": id, "result": result }),
    );
}

/// What a call answered: its text, and whether it failed.
fn said(polled: Poll<Option<String>>) -> (String, bool) {
    let Poll::Ready(Some(answer)) = polled else {
        panic!("{polled:?}");
    };
    result_of(&serde_json::from_str(&answer).expect("answers are JSON"))
}

fn result_of(answer: &Value) -> (String, bool) {
    let result = &answer["result"];
    let text = result["content"][0]["text"].as_str().expect("a text");
    (text.to_owned(), result["isError"] == true)
}

const BOOK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"book","arguments":{"city":"Ulm"}}}"#;

#[test]
fn a_session_is_sent_a_request_and_the_call_goes_on_with_its_answer() {
    let (mut session, sent) = legacy("2025-11-25", ALL);
    let mut call = waiting(&mut session, BOOK);
    let request = only(&sent);
    assert_eq!(
        request,
        json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {
            "message": "Who sleeps in Ulm?",
            "requestedSchema": { "type": "object", "properties": {
                "name": { "type": "string", "description": "As it stands on the passport." },
                "guests": { "type": "integer", "minimum": 1, "maximum": 9 },
                "breakfast": { "type": "boolean", "default": false },
                "room": { "type": "string", "default": "quiet", "oneOf": [
                    { "const": "quiet", "title": "Away from the street." },
                    { "const": "with_a_view", "title": "with_a_view" },
                ] },
                "extras": { "type": "array", "items": { "type": "string", "enum": ["parking", "sauna"] } },
            }, "required": ["name", "guests"] },
        } })
    );
    let content =
        json!({ "name": "Ann", "guests": "2", "room": "with_a_view", "extras": ["sauna"] });
    accept(&mut session, &request["id"], &content);
    let text = "Ann 2 false WithAView Some([Sauna])".to_owned();
    assert_eq!(said(poll(&mut call)), (text, false));
    assert_eq!(sent.take(), Vec::<String>::new());
}

#[test]
fn choices_are_shown_by_what_they_mean() {
    let ask = |version, several| {
        let (mut session, sent) = legacy(version, ALL);
        let frame = call("wish", &format!(r#"{{"several":{several}}}"#));
        let _call = waiting(&mut session, frame);
        only(&sent)["params"]["requestedSchema"]["properties"].clone()
    };
    let titled = json!([
        { "const": "cot", "title": "A cot for a child" }, { "const": "desk", "title": "A desk" },
    ]);
    let about = "How one would like a room to be.";
    assert_eq!(
        ask("2025-11-25", true),
        json!({ "all": { "type": "array", "items": { "type": "string", "anyOf": titled } } })
    );
    assert_eq!(
        ask("2025-11-25", false),
        json!({ "first": { "type": "string", "description": about, "oneOf": titled } })
    );
    assert_eq!(
        ask("2025-06-18", false),
        json!({ "first": { "type": "string", "description": about, "enum": ["cot", "desk"],
            "enumNames": ["A cot for a child", "A desk"] } })
    );
}

#[test]
fn a_user_may_say_no_or_nothing() {
    for (action, told) in [("decline", "declined"), ("cancel", "cancelled")] {
        let (mut session, sent) = legacy("2025-06-18", r#"{"elicitation":{}}"#);
        let frame = BOOK.replace("book", "delete").replace("city", "branch");
        let mut call = waiting(&mut session, frame);
        let request = only(&sent);
        assert_eq!(
            request["params"]["message"],
            "Delete the branch Ulm, 1 times?"
        );
        let result = json!({ "action": action });
        say(
            &mut session,
            &json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }),
        );
        let text = "`delete` was not run: the user did not agree".to_owned();
        assert_eq!(said(poll(&mut call)), (text, true));

        let (mut session, sent) = legacy("2025-11-25", ALL);
        let mut call = waiting(&mut session, BOOK);
        let request = only(&sent);
        say(
            &mut session,
            &json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }),
        );
        assert_eq!(said(poll(&mut call)), (told.to_owned(), false));
    }
}

#[test]
fn what_a_client_does_not_declare_it_is_not_asked() {
    for (capabilities, tool, named) in [
        ("{}", "book", "elicitation.form"),
        (r#"{"elicitation":{"url":{}}}"#, "book", "elicitation.form"),
        (r#"{"elicitation":{}}"#, "sign_in", "elicitation.url"),
        ("{}", "grind", "elicitation.form"),
    ] {
        let (mut session, sent) = legacy("2025-11-25", capabilities);
        let answer = reply(&mut session, BOOK.replace("book", tool));
        let (text, failed) = result_of(&serde_json::from_str(&answer).unwrap());
        assert!(
            failed && text.contains(&format!("does not declare the capability `{named}`")),
            "{text}"
        );
        assert_eq!(sent.take(), Vec::<String>::new());
    }
}

#[test]
fn lists_in_forms_are_refused_where_there_are_none() {
    let (mut session, sent) = legacy("2025-06-18", r#"{"elicitation":{}}"#);
    let answer = reply(&mut session, BOOK);
    assert!(
        answer.contains("it knows no lists, as in `extras`"),
        "{answer}"
    );
    assert_eq!(sent.take(), Vec::<String>::new());
}

#[test]
fn a_bad_answer_is_a_clear_error() {
    let answers = [
        (
            json!({ "error": { "code": -1, "message": "not now" } }),
            "did not answer: not now",
        ),
        (json!({ "error": 7 }), "did not answer"),
        (
            json!({ "result": { "action": "shrug" } }),
            "answer to `elicitation/create` is none",
        ),
        (
            json!({ "result": null }),
            "answer to `elicitation/create` is none",
        ),
        (
            json!({ "result": { "action": "accept" } }),
            "there is no `content`",
        ),
        (
            json!({ "result": { "action": "accept", "content": { "name": "Ann", "guests": 12, "room": "loud" } } }),
            "what was filled in does not fit the form:\n- `guests`: expected an integer from 1 to 9, got 12\n- `room`:",
        ),
        (
            json!({ "result": { "action": "accept", "content": [] } }),
            "does not fit the form",
        ),
    ];
    for (mut answer, told) in answers {
        let (mut session, sent) = legacy("2025-11-25", ALL);
        let mut call = waiting(&mut session, BOOK);
        answer["jsonrpc"] = "2.0".into();
        answer["id"] = only(&sent)["id"].clone();
        say(&mut session, &answer);
        let (text, failed) = said(poll(&mut call));
        assert!(failed && text.contains(told), "{text}");
    }
}

#[test]
fn an_answer_counts_once_and_only_for_its_question() {
    let (mut session, sent) = legacy("2025-11-25", ALL);
    let mut call = waiting(&mut session, BOOK);
    let id = only(&sent)["id"].clone();
    for id in [json!(99), json!("1"), json!(null), json!("x")] {
        accept(&mut session, &id, &json!({ "name": "Eve", "guests": 1 }));
        assert_eq!(poll(&mut call), Poll::Pending);
    }
    accept(&mut session, &id, &json!({ "name": "Ann", "guests": 1 }));
    accept(&mut session, &id, &json!({ "name": "Eve", "guests": 1 }));
    assert!(said(poll(&mut call)).0.starts_with("Ann"));
    accept(&mut session, &id, &json!({ "name": "Eve", "guests": 1 }));
}

#[test]
fn a_question_is_taken_back_with_its_call() {
    let (mut session, sent) = legacy("2025-11-25", ALL);
    let mut call = waiting(&mut session, BOOK);
    let id = only(&sent)["id"].clone();
    let cancel = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(reply(&mut session, cancel), "");
    assert_eq!(poll(&mut call), SILENCE);
    let taken_back = only(&sent);
    assert_eq!(taken_back["method"], "notifications/cancelled");
    assert_eq!(taken_back["params"]["requestId"], id);
    accept(&mut session, &id, &json!({ "name": "Ann", "guests": 1 }));
}

#[test]
fn at_the_end_of_input_there_is_nobody_to_answer() {
    let (mut session, sent) = legacy("2025-11-25", ALL);
    let mut call = waiting(&mut session, BOOK);
    sent.take();
    session.end();
    let (text, failed) = said(poll(&mut call));
    assert!(failed && text.contains("it is gone"), "{text}");
    let answer = reply(&mut session, BOOK);
    assert!(answer.contains("it is gone"), "{answer}");
    assert_eq!(sent.take(), Vec::<String>::new());
}

#[test]
fn a_client_that_does_not_answer_is_not_waited_for_for_ever() {
    /// A clock that is always right already.
    struct Hasty(Sent);

    impl Transport for Hasty {
        fn send(&self, message: Vec<u8>) {
            self.0.send(message);
        }

        fn sleep(&self, time: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
            assert_eq!(time, Duration::from_millis(1500));
            Box::pin(std::future::ready(()))
        }
    }

    let sent = Sent::default();
    let server = server()
        .ask_timeout(Duration::from_millis(1500))
        .build()
        .unwrap();
    let mut session = Session::with_transport(server, Hasty(sent.clone()));
    let hello = crate::initialize("2025-11-25").replace(
        r#""capabilities":{}"#,
        r#""capabilities":{"elicitation":{}}"#,
    );
    reply(&mut session, hello);
    let answer = reply(&mut session, BOOK);
    assert!(answer.contains("did not answer within 1.5 s"), "{answer}");
    let messages = sent.take();
    assert!(
        messages[1].contains("notifications/cancelled"),
        "{messages:?}"
    );
}

#[test]
fn pages_have_ids_where_the_version_wants_them() {
    let (mut session, sent) = legacy("2025-11-25", ALL);
    let mut call = waiting(&mut session, BOOK.replace("book", "sign_in"));
    let request = only(&sent);
    let params = &request["params"];
    assert_eq!(
        (&params["mode"], &params["url"]),
        (&json!("url"), &json!("https://example.com/in"))
    );
    let id = params["elicitationId"].clone();
    assert!(id.is_string());
    say(
        &mut session,
        &json!({ "jsonrpc": "2.0", "id": request["id"], "result": { "action": "accept" } }),
    );
    assert_eq!(said(poll(&mut call)), ("Accepted(())".to_owned(), false));
    assert_eq!(
        only(&sent),
        json!({ "jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": { "elicitationId": id } })
    );
}

#[test]
fn clients_without_ids_of_pages_are_not_told_that_one_is_done_with() {
    let mut client = Stateless::new();
    let params = json!({ "name": "sign_in" });
    let asked = client.call(&params);
    let key = asked["result"]["inputRequests"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap();
    let retry = json!({
        "name": "sign_in",
        "requestState": asked["result"]["requestState"],
        "inputResponses": { key: { "action": "accept" } },
    });
    assert_eq!(result_of(&client.call(&retry)).0, "Accepted(())");
    assert_eq!(client.sent.take(), [""; 0]);
}

/// A client of the stateless era.
struct Stateless {
    session: Session,
    sent: Sent,
    capabilities: &'static str,
}

impl Stateless {
    fn of(server: ServerBuilder) -> Self {
        let server = server.build().expect("the tools go together");
        let sent = Sent::default();
        Self {
            session: Session::with_transport(server, sent.clone()),
            sent,
            capabilities: ALL,
        }
    }

    fn new() -> Self {
        Self::of(server())
    }

    /// Calls a tool with these parameters besides `_meta`.
    fn call(&mut self, params: &Value) -> Value {
        let frame = self.frame(params);
        serde_json::from_str(&reply(&mut self.session, frame)).expect("JSON")
    }

    fn frame(&self, params: &Value) -> String {
        let mut params = params.clone();
        let capabilities: Value = serde_json::from_str(self.capabilities).unwrap();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string()
    }
}

fn booking(more: &Value) -> Value {
    let mut params = json!({ "name": "book", "arguments": { "city": "Ulm" } });
    for (name, value) in more.as_object().expect("members") {
        params[name] = value.clone();
    }
    params
}

#[test]
fn a_stateless_call_ends_with_its_question_and_is_made_again_with_the_answer() {
    let mut client = Stateless::new();
    let asked = client.call(&booking(&json!({})));
    let result = &asked["result"];
    assert_eq!(result["resultType"], "input_required");
    assert_eq!(
        result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
        "test"
    );
    let requests = result["inputRequests"].as_object().unwrap();
    let (key, request) = requests.iter().next().unwrap();
    assert_eq!(
        (requests.len(), request["method"].as_str()),
        (1, Some("elicitation/create"))
    );
    assert!(request.get("id").is_none() && request.get("jsonrpc").is_none());

    let state = result["requestState"].clone();
    let content = json!({ "name": "Ann", "guests": 2 });
    let responses = json!({ key: { "action": "accept", "content": content }, "unasked": 7 });
    let retry = json!({ "inputResponses": responses, "requestState": state });
    let answer = client.call(&booking(&retry));
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(
        result_of(&answer),
        ("Ann 2 false Quiet None".to_owned(), false)
    );

    // A response is lost: it is asked for again.
    let again = client.call(&booking(&json!({ "requestState": state })));
    assert_eq!(again["result"]["inputRequests"], result["inputRequests"]);
    // A client that keeps no state.
    let answer = client.call(&booking(&json!({ "inputResponses": responses })));
    assert_eq!(result_of(&answer).0, "Ann 2 false Quiet None");
    for responses in [json!(7), json!([])] {
        let refused = client.call(&booking(&json!({ "inputResponses": responses })));
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
    }
}

#[test]
fn an_answer_of_the_wrong_shape_is_a_request_of_the_wrong_shape() {
    let mut client = Stateless::new();
    let asked = client.call(&booking(&json!({})));
    for answer in [
        json!(12345),
        json!({ "action": "shrug" }),
        json!({ "action": "accept" }),
    ] {
        for state in [None, asked["result"].get("requestState")] {
            let mut params = booking(&json!({ "inputResponses": { "1": answer } }));
            if let Some(state) = state {
                params["requestState"] = state.clone();
            }
            let refused = client.call(&params);
            assert_eq!(refused["error"]["code"], -32602, "{refused}");
        }
    }
}

#[test]
fn rounds_remember_what_was_answered_and_ask_the_rest_together() {
    RUNS.store(0, Ordering::SeqCst);
    let mut client = Stateless::new();
    let call = |client: &mut Stateless, more: &Value| {
        let mut params = json!({ "name": "interview" });
        params["inputResponses"] = more["inputResponses"].clone();
        params["requestState"] = more["requestState"].clone();
        client.call(&params)
    };
    let first = call(&mut client, &json!({}));
    let asked = first["result"]["inputRequests"].as_object().unwrap();
    assert_eq!(asked.keys().collect::<Vec<_>>(), ["1"]);
    let retry = json!({
        "requestState": first["result"]["requestState"],
        "inputResponses": { "1": { "action": "accept" } },
    });
    let second = call(&mut client, &retry);
    let asked = second["result"]["inputRequests"].as_object().unwrap();
    assert_eq!(asked.keys().collect::<Vec<_>>(), ["greeting", "3"]);
    assert_eq!(asked["greeting"]["method"], "sampling/createMessage");
    assert_eq!(asked["greeting"]["params"]["maxTokens"], 1000);
    assert_eq!(asked["3"], json!({ "method": "roots/list", "params": {} }));
    let retry = json!({
        "requestState": second["result"]["requestState"],
        "inputResponses": {
            "greeting": { "role": "assistant", "model": "m", "content": { "type": "text", "text": "hi" } },
            "3": { "roots": [{ "uri": "file:///home" }] },
            // It was answered in another round.
            "1": { "action": "decline" },
        },
    });
    let last = call(&mut client, &retry);
    assert_eq!(
        result_of(&last),
        ("true hi m file:///home".to_owned(), false)
    );
    assert_eq!(RUNS.load(Ordering::SeqCst), 3);
}

#[test]
fn a_state_that_is_not_ours_is_refused_with_a_reason() {
    let mut client = Stateless::new();
    let asked = client.call(&booking(&json!({})));
    let state = asked["result"]["requestState"].as_str().unwrap().to_owned();
    let mut tampered = state.clone();
    tampered.replace_range(70..71, "#");
    for (state, other) in [
        (json!(tampered), json!({})),
        (json!("x"), json!({})),
        (json!(7), json!({})),
        (json!(state), json!({ "arguments": { "city": "Bonn" } })),
        (json!(state), json!({ "name": "interview" })),
    ] {
        let mut params = booking(&other);
        params["requestState"] = state;
        let refused = client.call(&params);
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        assert_eq!(refused["error"]["data"]["reason"], "invalid_request_state");
    }
    // The same arguments in another spelling.
    let same = json!({ "requestState": state, "arguments": { "city": "\u{55}lm" } });
    assert_eq!(
        client.call(&booking(&same))["result"]["resultType"],
        "input_required"
    );
}

#[test]
fn a_state_ages_and_a_shared_key_opens_it_elsewhere() {
    let retry =
        |asked: &Value| booking(&json!({ "requestState": asked["result"]["requestState"] }));
    let mut hasty = Stateless::of(server().answers_valid_for(Duration::ZERO));
    let asked = hasty.call(&booking(&json!({})));
    let refused = hasty.call(&retry(&asked));
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("too old"),
        "{refused}"
    );

    let asked = Stateless::of(server().answers_key([7; 32])).call(&booking(&json!({})));
    let taken = Stateless::of(server().answers_key([7; 32])).call(&retry(&asked));
    assert_eq!(taken["result"]["resultType"], "input_required");
    let refused = Stateless::new().call(&retry(&asked));
    assert_eq!(refused["error"]["code"], -32602);
}

#[test]
fn a_stateless_request_that_does_not_declare_is_told_what_to_declare() {
    let mut client = Stateless::new();
    client.capabilities = "{}";
    let refused = client.call(&booking(&json!({})));
    assert_eq!(refused["error"]["code"], -32021);
    assert_eq!(
        refused["error"]["data"],
        json!({ "requiredCapabilities": { "elicitation": { "form": {} } } })
    );
    client.capabilities = r#"{"elicitation":{}}"#;
    assert_eq!(
        client.call(&booking(&json!({})))["result"]["resultType"],
        "input_required"
    );
}

#[test]
fn what_is_asked_before_a_function_runs_is_asked_at_once() {
    let params = json!({ "name": "shred", "arguments": { "file": "a.txt" } });
    let mut client = Stateless::new();
    let asked = client.call(&params);
    let requests = &asked["result"]["inputRequests"];
    assert_eq!(requests["1"]["params"]["message"], "Run `shred`?");
    assert_eq!(
        requests["2"]["params"]["message"],
        "Why do you shred a.txt?"
    );
    let mut retry = params.clone();
    retry["requestState"] = asked["result"]["requestState"].clone();
    retry["inputResponses"] = json!({
        "1": { "action": "accept", "content": {} },
        "2": { "action": "accept", "content": { "why": "secret" } },
    });
    assert_eq!(result_of(&client.call(&retry)).0, "a.txt is gone: secret");
    retry["inputResponses"]["2"] = json!({ "action": "decline" });
    let refused = "`shred` was not run: the user declined".to_owned();
    assert_eq!(result_of(&client.call(&retry)), (refused, true));
}

#[test]
fn a_function_that_blocks_after_it_has_asked_runs_where_its_work_is_run() {
    let mut client = Stateless::new();
    let grind = json!({ "name": "grind", "inputResponses": { "1": { "action": "accept" } } });
    let frame = client.frame(&grind);
    let mut call = waiting(&mut client.session, &frame);
    let work = call.work().expect("the function itself");
    assert_eq!(poll(&mut call), Poll::Pending);
    work.run();
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("the work is done");
    };
    assert!(answer.contains(r#""text":"ground""#), "{answer}");
    // Where nobody takes it, it runs when the call is polled.
    let mut call = waiting(&mut client.session, &frame);
    assert!(poll(&mut call).is_ready());
}

#[test]
fn what_is_asked_of_the_user_is_no_argument() {
    let mut session = crate::opened(all_tools(), "2025-11-25");
    let list = reply(
        &mut session,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    );
    let list: Value = serde_json::from_str(&list).unwrap();
    let tools = list["result"]["tools"].as_array().unwrap();
    let shred = tools.iter().find(|tool| tool["name"] == "shred").unwrap();
    assert_eq!(shred["inputSchema"]["required"], json!(["file"]));
    assert_eq!(
        shred["inputSchema"]["properties"]
            .as_object()
            .unwrap()
            .len(),
        1
    );
}
