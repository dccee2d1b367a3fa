//! Calls that go on as tasks.

mod keeping;
mod talking;

use std::future::ready;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use mcp_core::{
    Asked, Call, Confirmed, Context, ErrorCode, ErrorObject, Result, Server, ServerBuilder,
    Session, Step, Task, TaskStatus, TaskStore, ToolError, bail, form, tool, tools,
};
use serde_json::{Value, json};

use crate::context::Sent;
use crate::gate::Gate;
use crate::{SILENCE, poll, reply, shaken};

/// Waits for a gate, and reports on it.
#[tool(task)]
async fn dig(ctx: &Context, gate: String) -> Result<String> {
    let progress = ctx.progress(2);
    progress.set(1);
    ctx.warning("digging");
    crate::gate::wait(gate.clone()).await;
    progress.set(2);
    ctx.warning("dug");
    match &*gate {
        "rock" => bail!("there is a rock"),
        "lava" => panic!("as the test wants it"),
        "void" => Err(ToolError::protocol(ErrorObject::new(
            ErrorCode::INTERNAL_ERROR,
            "nothing there",
        ))),
        _ => Ok(format!("dug at {gate}")),
    }
}

#[form]
#[derive(Clone, Debug)]
struct Name {
    name: String,
}

/// Asks twice at once, then once more.
#[tool(task)]
async fn interview(ctx: &Context) -> Result<String> {
    let mut first = Box::pin(ctx.elicit::<Name>("First?").into_future());
    let mut last = Box::pin(ctx.elicit::<Name>("Last?").key("last").into_future());
    let (mut of_first, mut of_last) = (None, None);
    std::future::poll_fn(|cx| {
        if of_first.is_none()
            && let Poll::Ready(answer) = first.as_mut().poll(cx)
        {
            of_first = Some(answer);
        }
        if of_last.is_none()
            && let Poll::Ready(answer) = last.as_mut().poll(cx)
        {
            of_last = Some(answer);
        }
        match of_first.is_some() && of_last.is_some() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await;
    let name = |answer: Option<Result<mcp_core::Elicited<Name>>>| -> Result<String> {
        Ok(answer.expect("it was answered")?.or_stop()?.name)
    };
    let (first, last) = (name(of_first)?, name(of_last)?);
    let sure = ctx.confirm(format!("{first} {last}?")).await?;
    Ok(format!("{first} {last} {sure}"))
}

/// Is asked about before it begins.
#[tool(task = "required")]
async fn dig_for(
    gate: String,
    /// Dig at {gate}?
    _sure: Confirmed,
    /// For whom?
    whom: Asked<Name>,
) -> String {
    crate::gate::wait(gate).await;
    format!("dug for {}", whom.name)
}

/// Holds its thread.
#[tool(task, blocking, timeout = "1s")]
fn grind() -> &'static str {
    "ground"
}

/// Does not go on as a task.
#[tool]
async fn plain(gate: String) -> &'static str {
    crate::gate::wait(gate).await;
    "plain"
}

fn server() -> ServerBuilder {
    Server::builder("test", "1.0.0").tools(tools![dig, interview, dig_for, grind, plain])
}

fn talk(server: ServerBuilder) -> (Session, Sent) {
    let sent = Sent::default();
    let server = server.build().expect("the tools go together");
    (Session::with_transport(server, sent.clone()), sent)
}

/// A request of a client that follows tasks and can be asked.
fn request(id: u32, method: &str, params: Value) -> String {
    let capabilities = json!({
        "elicitation": {},
        "extensions": { "io.modelcontextprotocol/tasks": {} },
    });
    stateless(id, method, params, &capabilities)
}

fn stateless(id: u32, method: &str, mut params: Value, capabilities: &Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
        "io.modelcontextprotocol/logLevel": "debug",
        "progressToken": 7,
    });
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

fn dig_at(gate: &str) -> String {
    let params = json!({ "name": "dig", "arguments": { "gate": gate } });
    request(1, "tools/call", params)
}

/// The call that a frame makes, after its first poll.
fn begun(session: &mut Session, frame: &str) -> Call {
    let mut out = Vec::new();
    let Step::Call(call) = session.receive(frame.as_bytes(), &mut out) else {
        panic!("no call: {}", String::from_utf8_lossy(&out));
    };
    let call = call.poll_once(session, &mut out);
    assert!(out.is_empty(), "{}", String::from_utf8_lossy(&out));
    call.expect("it goes on")
}

/// The task that a client has been handed, the last of what was sent.
fn handed(sent: &Sent) -> Value {
    let message = sent.take().pop().expect("something was sent");
    let message: Value = serde_json::from_str(&message).expect("messages are JSON");
    assert_eq!(message["id"], 1);
    message["result"].clone()
}

fn result_of(session: &mut Session, method: &str, params: Value) -> Value {
    let answer = reply(session, request(9, method, params));
    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
    assert!(answer.get("error").is_none(), "{answer}");
    assert_eq!(answer["result"]["resultType"], "complete");
    answer["result"].clone()
}

fn get(session: &mut Session, task: &Value) -> Value {
    result_of(session, "tasks/get", json!({ "taskId": task["taskId"] }))
}

fn update(session: &mut Session, task: &Value, responses: &Value) {
    let params = json!({ "taskId": task["taskId"], "inputResponses": responses });
    result_of(session, "tasks/update", params);
}

fn accept(content: &Value) -> Value {
    json!({ "action": "accept", "content": content })
}

fn code_of(answer: &str) -> i64 {
    let answer: Value = serde_json::from_str(answer).expect("answers are JSON");
    answer["error"]["code"].as_i64().expect("an error")
}

#[test]
fn a_call_that_waits_is_answered_with_a_task_and_goes_on() {
    let (mut session, sent) = talk(server());
    let mut call = begun(&mut session, &dig_at("garden"));
    let task = handed(&sent);
    assert_eq!(task["resultType"], "task");
    assert_eq!(task["status"], "working");
    assert_eq!(
        (&task["ttlMs"], &task["pollIntervalMs"]),
        (&json!(3_600_000), &json!(1000))
    );
    for absent in ["result", "error", "inputRequests", "requestState", "task"] {
        assert!(task.get(absent).is_none(), "{task}");
    }
    assert_eq!(get(&mut session, &task)["status"], "working");

    // The request is answered, so its id is free.
    let mut again = begun(&mut session, &dig_at("yard"));
    assert_ne!(handed(&sent)["taskId"], task["taskId"]);
    Gate::named("yard").open();
    assert_eq!(poll(&mut again), SILENCE);

    Gate::named("garden").open();
    assert_eq!(poll(&mut call), SILENCE);
    let ended = get(&mut session, &task);
    assert_eq!(ended["status"], "completed");
    assert_eq!(ended["result"]["content"][0]["text"], "dug at garden");
    assert_eq!(ended["createdAt"], task["createdAt"]);
    assert!(ended["_meta"]["io.modelcontextprotocol/serverInfo"].is_object());
    assert_eq!(
        sent.take(),
        Vec::<String>::new(),
        "tasks have no progress and no log"
    );
    // It is kept, and no tool to be cancelled any more.
    result_of(
        &mut session,
        "tasks/cancel",
        json!({ "taskId": task["taskId"] }),
    );
    assert_eq!(get(&mut session, &task), ended);
}

#[test]
fn a_call_that_is_ready_at_once_is_no_task() {
    let (mut session, _) = talk(server());
    Gate::named("open").open();
    let answer = reply(&mut session, dig_at("open"));
    assert!(answer.contains(r#""text":"dug at open""#), "{answer}");
    assert!(answer.contains(r#""resultType":"complete""#), "{answer}");
}

#[test]
fn what_a_tool_says_of_its_failure_completes_a_task_and_an_error_fails_it() {
    let (mut session, sent) = talk(server());
    for (gate, status) in [
        ("rock", "completed"),
        ("lava", "completed"),
        ("void", "failed"),
    ] {
        let mut call = begun(&mut session, &dig_at(gate));
        let task = handed(&sent);
        Gate::named(gate).open();
        assert_eq!(poll(&mut call), SILENCE);
        let ended = get(&mut session, &task);
        assert_eq!(ended["status"], status, "{ended}");
        match status {
            "failed" => {
                assert_eq!(ended["error"]["message"], "nothing there");
                assert!(ended.get("result").is_none());
            }
            _ => assert_eq!(ended["result"]["isError"], true, "{ended}"),
        }
    }
}

#[test]
fn a_task_that_is_cancelled_stops() {
    let (mut session, sent) = talk(server());
    let mut call = begun(&mut session, &dig_at("far"));
    let task = handed(&sent);
    // The request is answered: to cancel it is too late, and stops nothing.
    let cancelled =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(reply(&mut session, cancelled), "");
    assert_eq!(poll(&mut call), Poll::Pending);

    let ack = result_of(
        &mut session,
        "tasks/cancel",
        json!({ "taskId": task["taskId"] }),
    );
    assert!(ack.get("status").is_none(), "{ack}");
    assert_eq!(poll(&mut call), SILENCE);
    assert!(Gate::named("far").has_left());
    let ended = get(&mut session, &task);
    assert_eq!(ended["status"], "cancelled");
    assert!(
        ended.get("result").is_none() && ended.get("error").is_none(),
        "{ended}"
    );
}

#[test]
fn a_task_asks_its_client_and_goes_on_with_the_answers() {
    let (mut session, sent) = talk(server());
    let params = json!({ "name": "interview" });
    let mut call = begun(&mut session, &request(1, "tools/call", params));
    let task = handed(&sent);
    let asked = get(&mut session, &task);
    assert_eq!(asked["status"], "input_required");
    let requests = asked["inputRequests"].as_object().expect("requests");
    assert_eq!(requests.keys().collect::<Vec<_>>(), ["1", "last"]);
    assert_eq!(requests["last"]["method"], "elicitation/create");
    assert_eq!(requests["last"]["params"]["message"], "Last?");

    // One at a time, and others are passed over.
    update(
        &mut session,
        &task,
        &json!({ "last": accept(&json!({ "name": "Lovelace" })), "x": 1 }),
    );
    assert_eq!(poll(&mut call), Poll::Pending);
    let rest = get(&mut session, &task);
    assert_eq!(rest["status"], "input_required");
    assert_eq!(
        rest["inputRequests"].as_object().map(serde_json::Map::len),
        Some(1)
    );

    update(
        &mut session,
        &task,
        &json!({ "1": accept(&json!({ "name": "Ada" })) }),
    );
    assert_eq!(get(&mut session, &task)["status"], "working");
    assert_eq!(poll(&mut call), Poll::Pending);
    let last = get(&mut session, &task);
    let requests = last["inputRequests"].as_object().expect("requests");
    assert_eq!(requests.keys().collect::<Vec<_>>(), ["3"]);
    update(
        &mut session,
        &task,
        &json!({ "3": { "action": "decline" } }),
    );
    assert_eq!(poll(&mut call), SILENCE);
    let ended = get(&mut session, &task);
    assert_eq!(ended["result"]["content"][0]["text"], "Ada Lovelace false");
}

#[test]
fn what_is_asked_before_a_function_runs_is_asked_before_there_is_a_task() {
    let (mut session, sent) = talk(server());
    let params = json!({ "name": "dig_for", "arguments": { "gate": "gold" } });
    let answer = reply(&mut session, request(1, "tools/call", params.clone()));
    let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
    let round = &answer["result"];
    assert_eq!(round["resultType"], "input_required");
    let mut params = params;
    params["requestState"] = round["requestState"].clone();
    params["inputResponses"] = json!({
        "1": accept(&json!({})), "2": accept(&json!({ "name": "Ann" })),
    });
    let mut call = begun(&mut session, &request(1, "tools/call", params));
    let task = handed(&sent);
    assert_eq!(task["resultType"], "task");
    Gate::named("gold").open();
    assert_eq!(poll(&mut call), SILENCE);
    assert_eq!(
        get(&mut session, &task)["result"]["content"][0]["text"],
        "dug for Ann"
    );
}

#[test]
fn work_on_another_thread_and_its_time_are_those_of_a_task_too() {
    let (mut session, sent) = talk(server());
    let frame = request(1, "tools/call", json!({ "name": "grind" }));
    let start = |session: &mut Session| match session.receive(frame.as_bytes(), &mut Vec::new()) {
        Step::Call(call) => call.detach(session),
        step => panic!("no call: {step:?}"),
    };
    let mut call = start(&mut session);
    let work = call.work().expect("the function");
    assert_eq!(poll(&mut call), Poll::Pending);
    let task = handed(&sent);
    assert_eq!(call.timeout(), Some(Duration::from_secs(1)));
    work.run();
    assert_eq!(poll(&mut call), SILENCE);
    assert_eq!(
        get(&mut session, &task)["result"]["content"][0]["text"],
        "ground"
    );

    let mut late = start(&mut session);
    let _work = late.work().expect("the function");
    assert_eq!(poll(&mut late), Poll::Pending);
    let task = handed(&sent);
    late.expire(Duration::from_secs(1));
    assert_eq!(poll(&mut late), SILENCE);
    let ended = get(&mut session, &task);
    assert_eq!(ended["result"]["isError"], true, "{ended}");
}

#[test]
fn clients_that_do_not_follow_tasks_are_handed_none() {
    let plain = json!({ "elicitation": {} });
    let (mut session, sent) = talk(server());
    let params = json!({ "name": "dig", "arguments": { "gate": "here" }, "task": { "ttl": 1 } });
    let mut call = begun(&mut session, &stateless(1, "tools/call", params, &plain));
    Gate::named("here").open();
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("it is answered");
    };
    assert!(answer.contains(r#""resultType":"complete""#), "{answer}");
    assert!(!sent.take().is_empty(), "it tells its progress");

    for (method, params) in [
        (
            "tools/call",
            json!({ "name": "dig_for", "arguments": { "gate": "x" } }),
        ),
        ("tasks/get", json!({ "taskId": "x" })),
        (
            "tasks/update",
            json!({ "taskId": "x", "inputResponses": {} }),
        ),
        ("tasks/cancel", json!({ "taskId": "x" })),
    ] {
        let answer = reply(&mut session, stateless(1, method, params, &plain));
        assert_eq!(code_of(&answer), -32021, "{answer}");
        let needs = r#""requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
        assert!(answer.contains(needs), "{answer}");
    }
}

#[test]
fn there_are_no_tasks_in_the_handshake_era() {
    let (session, sent) = talk(server());
    let mut session = shaken(session, "2025-11-25");
    let mut call = begun(&mut session, &crate::call("dig", r#"{"gate":"old"}"#));
    Gate::named("old").open();
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("it is answered");
    };
    assert!(answer.contains("dug at old"), "{answer}");
    drop(sent);
    let answer = reply(&mut session, crate::call("dig_for", r#"{"gate":"old"}"#));
    let told = "`dig_for` runs as a task only, which the client cannot follow";
    assert!(
        answer.contains(told) && answer.contains(r#""isError":true"#),
        "{answer}"
    );
    let get = r#"{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"x"}}"#;
    assert_eq!(code_of(&reply(&mut session, get)), -32601);
    let again = crate::initialize("2025-11-25");
    assert!(!reply(&mut session, again).contains("extensions"));
}

#[test]
fn tasks_are_declared_where_there_may_be_some() {
    let discover = request(1, "server/discover", json!({}));
    let declared = r#""extensions":{"io.modelcontextprotocol/tasks":{}}"#;
    let (mut session, _) = talk(server());
    assert!(reply(&mut session, &discover).contains(declared));
    let (mut session, _) = talk(Server::builder("test", "1.0.0").tools(tools![plain]));
    assert!(!reply(&mut session, &discover).contains("extensions"));
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let answer = reply(&mut session, request(1, method, json!({ "taskId": "x" })));
        assert_eq!(code_of(&answer), -32601, "{answer}");
    }
}

#[test]
fn what_is_no_task_is_an_error() {
    let (mut session, _) = talk(server());
    for (method, params) in [
        ("tasks/get", json!({ "taskId": "none" })),
        ("tasks/cancel", json!({ "taskId": "none" })),
        (
            "tasks/update",
            json!({ "taskId": "none", "inputResponses": {} }),
        ),
        ("tasks/get", json!({})),
        ("tasks/get", json!({ "taskId": 5 })),
        ("tasks/update", json!({ "taskId": "none" })),
        (
            "tasks/update",
            json!({ "taskId": "none", "inputResponses": [] }),
        ),
    ] {
        let answer = reply(&mut session, request(1, method, params));
        assert_eq!(code_of(&answer), -32602, "{method}: {answer}");
    }
    for method in ["tasks/result", "tasks/list"] {
        let answer = reply(
            &mut session,
            request(1, method, json!({ "taskId": "none" })),
        );
        assert_eq!(code_of(&answer), -32601, "{answer}");
    }
}

#[test]
fn a_task_is_kept_for_its_time_and_a_while_after_its_end() {
    let (mut session, sent) = talk(server().task_ttl(Duration::ZERO));
    let mut call = begun(&mut session, &dig_at("brief"));
    let task = handed(&sent);
    assert_eq!(task["ttlMs"], 0);
    // As long as it runs it is there.
    assert_eq!(get(&mut session, &task)["status"], "working");
    Gate::named("brief").open();
    assert_eq!(poll(&mut call), SILENCE);
    let ended = get(&mut session, &task);
    assert!(ended["ttlMs"].as_u64() >= Some(60_000), "{ended}");
}

#[test]
fn a_task_whose_service_ends_is_stopped() {
    let (mut session, sent) = talk(server().task_ttl(Duration::ZERO));
    let call = begun(&mut session, &dig_at("late"));
    let task = handed(&sent);
    drop(call);
    assert!(Gate::named("late").has_left());
    let params = json!({ "taskId": task["taskId"] });
    let answer = reply(&mut session, request(2, "tasks/get", params));
    assert_eq!(code_of(&answer), -32602, "{answer}");
}

/// Has no room.
struct Full;

impl TaskStore for Full {
    fn put(&self, task: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
        assert_eq!(task.status(), TaskStatus::Working, "it never begins");
        Box::pin(ready(Err(ToolError::new("full"))))
    }

    fn get(&self, _: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>> {
        Box::pin(ready(Ok(None)))
    }
}

#[test]
fn a_call_that_cannot_be_kept_is_answered_as_any_other() {
    let (mut session, sent) = talk(server().task_store(Full));
    let mut call = begun(&mut session, &dig_at("narrow"));
    Gate::named("narrow").open();
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("it is answered");
    };
    assert!(answer.contains("dug at narrow"), "{answer}");
    assert!(
        sent.take()
            .iter()
            .all(|message| message.contains("notifications/"))
    );

    // What it asks then, it asks in rounds.
    let frame = request(1, "tools/call", json!({ "name": "interview" }));
    let Step::Call(call) = session.receive(frame.as_bytes(), &mut Vec::new()) else {
        panic!("a call");
    };
    let mut call = call.detach(&mut session);
    let mut polled = poll(&mut call);
    if polled.is_pending() {
        polled = poll(&mut call);
    }
    let Poll::Ready(Some(answer)) = polled else {
        panic!("it is answered");
    };
    assert!(
        answer.contains(r#""resultType":"input_required""#),
        "{answer}"
    );
}

/// Breaks down, at once or when it is awaited.
struct Broken {
    at_once: bool,
}

impl TaskStore for Broken {
    fn put(&self, _: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
        assert!(!self.at_once, "as the test wants it");
        Box::pin(async { panic!("as the test wants it") })
    }

    fn get(&self, _: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>> {
        panic!("as the test wants it")
    }
}

#[test]
fn a_store_that_panics_ends_nothing_but_the_task() {
    for (gate, at_once) in [("crack", true), ("gap", false)] {
        let (mut session, _) = talk(server().task_store(Broken { at_once }));
        let mut call = begun(&mut session, &dig_at(gate));
        Gate::named(gate).open();
        let Poll::Ready(Some(answer)) = poll(&mut call) else {
            panic!("it is answered");
        };
        assert!(answer.contains(&format!("dug at {gate}")), "{answer}");
        let get = request(2, "tasks/get", json!({ "taskId": "x" }));
        assert_eq!(code_of(&reply(&mut session, get)), -32603);
    }
}

#[test]
fn a_task_is_json_and_back() {
    let kept = json!({
        "taskId": "a", "status": "completed", "createdAt": "2026-12-01T10:00:00.000Z",
        "lastUpdatedAt": "2026-12-01T10:00:01.000Z", "ttlMs": 1000, "pollIntervalMs": 1000,
        "result": { "content": [] },
    });
    let task: Task = serde_json::from_value(kept.clone()).expect("a task");
    assert_eq!(json!(task), kept);
    assert_eq!((task.id(), task.status()), ("a", TaskStatus::Completed));
    let end = task.expires().duration_since(std::time::UNIX_EPOCH);
    assert_eq!(end.map(|end| end.as_secs() % 60).ok(), Some(1));
}
