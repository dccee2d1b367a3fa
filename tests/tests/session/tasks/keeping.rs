//! Tasks and the stores that keep them, some of which are slow or lose things.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Mutex;
use std::task::Poll;
use std::time::Duration;

use mcp_core::{Result, Session, Step, Task, TaskStatus, TaskStore, ToolError, tool, tools};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{begun, code_of, dig_at, get, handed, request, server, talk};
use crate::gate::{Gate, wait};
use crate::{SILENCE, poll, reply};

/// What does not stay the same where it is read and written again.
#[derive(Serialize, JsonSchema)]
struct Find {
    z: u128,
    a: Option<Box<Find>>,
}

/// Finds things in each other.
#[tool(task)]
async fn unpack(gate: String, depth: u32) -> Find {
    wait(gate).await;
    let innermost = Find {
        z: u128::MAX,
        a: None,
    };
    (1..depth).fold(innermost, |found, _| Find {
        z: u128::MAX,
        a: Some(Box::new(found)),
    })
}

#[test]
fn a_task_comes_to_just_what_its_call_would_have_been_answered() {
    for depth in [1, 300] {
        let (mut session, sent) = talk(server().tools(tools![unpack]));
        let gate = format!("box {depth}");
        let arguments = json!({ "gate": gate, "depth": depth });
        let frame = request(
            1,
            "tools/call",
            json!({ "name": "unpack", "arguments": arguments }),
        );
        let mut call = begun(&mut session, &frame);
        let task = handed(&sent);
        Gate::named(&gate).open();
        assert_eq!(poll(&mut call), SILENCE);
        let told = reply(
            &mut session,
            request(2, "tasks/get", json!({ "taskId": task["taskId"] })),
        );

        // Now it is ready at once.
        let answer = reply(&mut session, frame);
        let result = answer
            .strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":"#)
            .expect(&answer);
        let result = result.strip_suffix('}').expect("a response");
        assert!(
            told.contains(&format!(r#""result":{result}"#)),
            "{told}\n{answer}"
        );
    }
}

#[test]
fn what_is_said_of_a_running_task_is_no_call_so_that_none_is_too_many() {
    let (mut session, sent) = talk(server());
    let _call = begun(&mut session, &dig_at("crowd"));
    let task = handed(&sent);
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = json!({ "taskId": task["taskId"], "inputResponses": {} });
        let step = session.receive(request(2, method, params).as_bytes(), &mut Vec::new());
        assert!(matches!(step, Step::Reply), "{method}");
    }
}

/// Keeps what it is given when its gate is open.
struct Slow(&'static str);

impl TaskStore for Slow {
    fn put(&self, _: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
        let passed = wait(self.0.to_owned());
        Box::pin(async move {
            passed.await;
            Ok(())
        })
    }

    fn get(&self, _: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>> {
        Box::pin(async { Ok(None) })
    }
}

fn cancel(session: &mut Session) {
    let cancelled =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(reply(session, cancelled), "");
}

#[test]
fn a_call_is_a_request_like_any_other_until_its_task_is_kept() {
    let (mut session, sent) = talk(server().task_store(Slow("shelf")));
    let mut call = begun(&mut session, &dig_at("cellar"));
    assert_eq!(poll(&mut call), Poll::Pending);
    assert_eq!(
        code_of(&reply(&mut session, dig_at("cellar"))),
        -32600,
        "its id is in use"
    );
    sent.take();

    cancel(&mut session);
    assert_eq!(poll(&mut call), SILENCE);
    assert!(Gate::named("cellar").has_left());
    assert_eq!(sent.take(), Vec::<String>::new());
}

#[test]
fn a_call_may_take_too_long_before_its_task_is_kept() {
    let (mut session, _) = talk(server().task_store(Slow("ladder")));
    let frame = request(1, "tools/call", json!({ "name": "grind" }));
    let Step::Call(call) = session.receive(frame.as_bytes(), &mut Vec::new()) else {
        panic!("a call");
    };
    let mut call = call.detach(&mut session);
    let _work = call.work().expect("the function");
    assert_eq!(poll(&mut call), Poll::Pending);
    call.expire(Duration::from_secs(1));
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("it is answered");
    };
    assert!(answer.contains("took longer than 1 s"), "{answer}");
}

/// Has room for the beginnings of tasks only.
#[derive(Default)]
struct Forgetful(Mutex<HashMap<String, Task>>);

impl TaskStore for Forgetful {
    fn put(&self, task: Task) -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
        let is_new = task.status() == TaskStatus::Working;
        if is_new {
            let mut kept = self.0.lock().expect("no test panics here");
            kept.insert(task.id().to_owned(), task);
        }
        Box::pin(async move {
            match is_new {
                true => Ok(()),
                false => Err(ToolError::new("full")),
            }
        })
    }

    fn get(&self, id: String) -> Pin<Box<dyn Future<Output = Result<Option<Task>>> + Send>> {
        let task = self
            .0
            .lock()
            .expect("no test panics here")
            .get(&id)
            .cloned();
        Box::pin(async { Ok(task) })
    }
}

#[test]
fn a_task_that_nobody_works_at_any_more_has_failed() {
    for is_dropped in [false, true] {
        let (mut session, sent) = talk(server().task_store(Forgetful::default()));
        let gate = format!("ruin {is_dropped}");
        let mut call = begun(&mut session, &dig_at(&gate));
        let task = handed(&sent);
        if !is_dropped {
            Gate::named(&gate).open();
            assert_eq!(poll(&mut call), SILENCE);
        }
        drop(call);
        let ended = get(&mut session, &task);
        assert_eq!(ended["status"], "failed", "{ended}");
        assert_eq!(ended["error"]["code"], -32603, "{ended}");
    }
}
