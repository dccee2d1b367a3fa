//! What tasks ask, and what clients answer.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};

use mcp_core::{Context, Result, tool, tools};
use serde_json::{Value, json};

use super::{Name, accept, begun, code_of, get, handed, request, server, stateless, talk, update};
use crate::gate::Wakes;
use crate::{SILENCE, poll, reply};

#[test]
fn an_answer_of_the_wrong_shape_is_refused_and_the_task_goes_on_waiting() {
    let (mut session, sent) = talk(server());
    let frame = request(1, "tools/call", json!({ "name": "interview" }));
    let mut call = begun(&mut session, &frame);
    let task = handed(&sent);
    for wrong in [
        json!(5),
        json!({}),
        json!({ "action": "accepted" }),
        json!({ "action": 1 }),
        json!([]),
    ] {
        let responses = json!({ "last": accept(&json!({ "name": "B" })), "1": wrong });
        let params = json!({ "taskId": task["taskId"], "inputResponses": responses });
        let answer = reply(&mut session, request(2, "tasks/update", params));
        assert_eq!(code_of(&answer), -32602, "{answer}");
        assert!(answer.contains("`1`"), "{answer}");
        assert_eq!(poll(&mut call), Poll::Pending);
        let asked = get(&mut session, &task);
        let requests = asked["inputRequests"].as_object().map(serde_json::Map::len);
        assert_eq!(requests, Some(2), "none of the answers counts");
    }
}

/// Asks for two names under one key.
#[tool(task)]
async fn stutter(ctx: &Context) -> Result<String> {
    let first = ctx.elicit::<Name>("First?").key("name").await?.or_stop()?;
    let last = ctx.elicit::<Name>("Last?").key("name").await?.or_stop()?;
    Ok(format!("{} {}", first.name, last.name))
}

fn only_request(asked: &Value) -> (String, Value) {
    let requests = asked["inputRequests"].as_object().expect("requests");
    assert_eq!(requests.len(), 1, "{asked}");
    let (key, request) = requests.iter().next().expect("one");
    (key.clone(), request["params"]["message"].clone())
}

#[test]
fn no_key_of_a_task_stands_for_two_questions() {
    let (mut session, sent) = talk(server().tools(tools![stutter]));
    let frame = request(1, "tools/call", json!({ "name": "stutter" }));
    let mut call = begun(&mut session, &frame);
    let task = handed(&sent);
    let (first, message) = only_request(&get(&mut session, &task));
    assert_eq!((&*first, message), ("name", json!("First?")));
    update(
        &mut session,
        &task,
        &json!({ "name": accept(&json!({ "name": "Ada" })) }),
    );
    assert_eq!(poll(&mut call), Poll::Pending);

    let (second, message) = only_request(&get(&mut session, &task));
    assert_eq!(message, json!("Last?"));
    assert_ne!(second, first);
    // It is answered already.
    update(
        &mut session,
        &task,
        &json!({ "name": accept(&json!({ "name": "Eve" })) }),
    );
    assert_eq!(poll(&mut call), Poll::Pending);
    update(
        &mut session,
        &task,
        &json!({ &*second: accept(&json!({ "name": "Byron" })) }),
    );
    assert_eq!(poll(&mut call), SILENCE);
    assert_eq!(
        get(&mut session, &task)["result"]["content"][0]["text"],
        "Ada Byron"
    );
}

#[test]
fn rounds_have_a_key_for_each_question_too() {
    let (mut session, _) = talk(server().tools(tools![stutter]));
    let plain = json!({ "elicitation": {} });
    let mut params = json!({ "name": "stutter" });
    let mut answers = Vec::new();
    for name in ["Ada", "Byron"] {
        let answer = reply(
            &mut session,
            stateless(1, "tools/call", params.clone(), &plain),
        );
        let answer: Value = serde_json::from_str(&answer).expect("answers are JSON");
        let (key, message) = only_request(&answer["result"]);
        params["requestState"] = answer["result"]["requestState"].clone();
        params["inputResponses"] = json!({ &*key: accept(&json!({ "name": name })) });
        answers.push((key, message));
    }
    assert_eq!(answers[0], ("name".to_owned(), json!("First?")));
    assert_eq!(answers[1].1, json!("Last?"));
    let answer = reply(&mut session, stateless(1, "tools/call", params, &plain));
    assert!(answer.contains("Ada Byron"), "{answer}");
}

/// Asks, gives up and asks again.
#[tool(task)]
async fn impatient(ctx: &Context) -> Result<String> {
    let ask = || ctx.elicit::<Name>("First?").key("name").into_future();
    let mut first = ask();
    std::future::poll_fn(|cx| Poll::Ready(first.as_mut().poll(cx).is_ready())).await;
    drop(first);
    Ok(ask().await?.or_stop()?.name)
}

#[test]
fn a_question_that_was_given_up_is_the_same_when_it_is_asked_again() {
    let (mut session, sent) = talk(server().tools(tools![impatient]));
    let frame = request(1, "tools/call", json!({ "name": "impatient" }));
    let mut call = begun(&mut session, &frame);
    let task = handed(&sent);
    let (key, _) = only_request(&get(&mut session, &task));
    assert_eq!(key, "name");
    update(
        &mut session,
        &task,
        &json!({ "name": accept(&json!({ "name": "Ada" })) }),
    );
    assert_eq!(poll(&mut call), SILENCE);
    assert_eq!(
        get(&mut session, &task)["result"]["content"][0]["text"],
        "Ada"
    );
}

/// Asks for two names under one key at once.
#[tool(task)]
async fn echo(ctx: &Context) -> Result<String> {
    let mut first = Box::pin(ctx.elicit::<Name>("First?").key("name").into_future());
    let mut last = pin!(ctx.elicit::<Name>("Last?").key("name").into_future());
    let mut of_first = None;
    let last = std::future::poll_fn(|cx| {
        if of_first.is_none()
            && let Poll::Ready(answer) = first.as_mut().poll(cx)
        {
            of_first = Some(answer);
        }
        last.as_mut().poll(cx)
    })
    .await?;
    let first = of_first.expect("it is answered first")?.or_stop()?;
    Ok(format!("{} {}", first.name, last.or_stop()?.name))
}

#[test]
fn two_questions_at_once_do_not_take_turns_under_one_key() {
    let (mut session, sent) = talk(server().tools(tools![echo]));
    let frame = request(1, "tools/call", json!({ "name": "echo" }));
    let mut call = begun(&mut session, &frame);
    let task = handed(&sent);
    let wakes = Arc::new(Wakes::default());
    let of_wakes = Waker::from(Arc::clone(&wakes));
    for _ in 0..3 {
        let polled = pin!(&mut call).poll(&mut TaskContext::from_waker(&of_wakes));
        assert_eq!(polled, Poll::Pending);
    }
    let woken = wakes.count();
    let polled = pin!(&mut call).poll(&mut TaskContext::from_waker(&of_wakes));
    assert_eq!(
        (polled, wakes.count()),
        (Poll::Pending, woken),
        "nothing happens"
    );
    let asked = get(&mut session, &task);
    let requests = asked["inputRequests"].as_object().map(serde_json::Map::len);
    assert_eq!(requests, Some(2), "{asked}");
}
