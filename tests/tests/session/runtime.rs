//! Tools made at run time, beside those that are functions.

use std::sync::Arc;
use std::time::Duration;

use mcp_core::{
    CallToolResult, IntoTools, Json, RuntimeTool, Server, Session, ToolError, ToolSet, json, tools,
};
use serde_json::Value;

use crate::{add, call, fresh, opened, reply, stateless, waiting};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn result(answer: &str) -> Value {
    let mut answer: Value = serde_json::from_str(answer).unwrap();
    answer["result"].take()
}

/// Answers with the arguments themselves.
fn mirror() -> RuntimeTool {
    let schema = json!({ "type": "object", "properties": { "q": { "type": "string" } }, "required": ["q"], "x-own": 1 });
    RuntimeTool::new("mirror", "Says it again.", schema, |arguments| async move {
        arguments.get().to_owned()
    })
}

/// One that answers as a function does.
fn answering<A: mcp_core::Answer + Send + 'static>(
    answer: impl Fn() -> A + Send + Sync + 'static,
) -> RuntimeTool {
    RuntimeTool::new("it", "", json!({ "type": "object" }), move |_| {
        std::future::ready(answer())
    })
}

#[test]
fn arguments_are_handed_over_as_they_came() {
    let mut session = opened(tools![add].and(mirror()), "2025-11-25");
    let mut said = |arguments: &str| {
        let answer = reply(&mut session, call("mirror", arguments));
        result(&answer)["content"][0]["text"].take()
    };
    assert_eq!(
        said(r#"{"z": 1.0,"q":"\u00e4" , "q":[]}"#),
        r#"{"z": 1.0,"q":"\u00e4" , "q":[]}"#
    );
    assert_eq!(said("null"), "{}");
    assert_eq!(said("{}"), "{}");
    let answer = reply(&mut session, call("mirror", "[1]"));
    assert!(
        answer.contains(r#""code":-32602,"message":"`arguments` must be an object""#),
        "{answer}"
    );
    let none = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mirror"}}"#;
    assert!(reply(&mut session, none).contains(r#""text":"{}""#));
    // The functions beside it are called as ever.
    assert!(reply(&mut session, call("add", r#"{"a":1,"b":2}"#)).contains(r#""text":"3""#));
}

#[test]
fn all_that_is_said_of_it_is_listed() {
    let tool = mirror()
        .title("Mirror")
        .read_only(true)
        .open_world(false)
        .icon("https://mirror.example/icon.png")
        .meta(json!({ "group": 1 }))
        .output_schema(json!({ "type": "object", "$comment": "kept" }));
    let list = reply(&mut opened(tool.into_tools(), "2025-11-25"), LIST);
    assert_eq!(
        list,
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"mirror","title":"Mirror","description":"Says it again.","inputSchema":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"],"x-own":1},"outputSchema":{"type":"object","$comment":"kept"},"annotations":{"readOnlyHint":true,"openWorldHint":false},"icons":[{"src":"https://mirror.example/icon.png"}],"_meta":{"group":1}}]}}"#
    );
}

#[test]
fn a_schema_without_properties_gets_some_and_an_empty_description_the_name() {
    let tools: ToolSet = [answering(|| ())].into_iter().collect();
    let list = reply(&mut opened(tools, "2025-11-25"), LIST);
    assert!(
        list.contains(
            r#"{"name":"it","description":"it","inputSchema":{"type":"object","properties":{}}}"#
        ),
        "{list}"
    );
}

#[test]
fn a_handler_answers_with_all_that_a_tool_can() {
    let answer = |tool: RuntimeTool| {
        let mut session = opened(tool.into_tools(), "2025-11-25");
        result(&reply(&mut session, call("it", "{}")))
    };
    let text = |text: &str, is_error: bool| json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    assert_eq!(answer(answering(|| 5)), text("5", false));
    assert_eq!(
        answer(answering(|| Ok::<_, String>("fine"))),
        text("fine", false)
    );
    assert_eq!(answer(answering(|| Err::<(), _>("no"))), text("no", true));
    assert_eq!(
        answer(answering(|| Err::<(), _>(
            ToolError::new("no").hint("try yes")
        ))),
        text("no\nHint: try yes", true)
    );
    assert_eq!(
        answer(answering(|| CallToolResult::new().content("x").error())),
        text("x", true)
    );
    let mut structured = text(r#"{"a":1}"#, false);
    structured["structuredContent"] = json!({ "a": 1 });
    assert_eq!(answer(answering(|| Json(json!({ "a": 1 })))), structured);
}

#[test]
fn structured_content_is_wrapped_where_its_schema_is() {
    let schema = json!({
        "anyOf": [{ "$ref": "#/$defs/a%20b" }, { "$ref": "#" }, { "$ref": "#here" }],
        "$defs": { "a b": { "type": "object", "$anchor": "here" } },
    });
    let tool = || answering(|| Json(json!({ "a": 1 }))).output_schema(schema.clone());
    let mut session = opened(tool().into_tools(), "2025-11-25");
    let mut list = result(&reply(&mut session, LIST));
    assert_eq!(
        list["tools"][0]["outputSchema"].take(),
        json!({
            "type": "object",
            "properties": { "result": {
                "anyOf": [
                    { "$ref": "#/properties/result/$defs/a%20b" },
                    { "$ref": "#/properties/result" },
                    { "$ref": "#here" },
                ],
                "$defs": { "a b": { "type": "object", "$anchor": "here" } },
            } },
            "required": ["result"],
        })
    );
    let mut called = result(&reply(&mut session, call("it", "{}")));
    assert_eq!(
        called["structuredContent"].take(),
        json!({ "result": { "a": 1 } })
    );

    let mut session = fresh(tool().into_tools());
    let mut list = result(&reply(&mut session, stateless("tools/list", "")));
    assert_eq!(list["tools"][0]["outputSchema"].take(), schema);
    let mut called = result(&reply(
        &mut session,
        stateless("tools/call", r#","name":"it""#),
    ));
    assert_eq!(called["structuredContent"].take(), json!({ "a": 1 }));
}

#[test]
fn a_handler_is_a_future_that_waits_and_may_take_too_long() {
    let state = Arc::new("shared".to_owned());
    let tool = RuntimeTool::new("wait", "Waits.", json!({ "type": "object" }), move |_| {
        let state = Arc::clone(&state);
        async move {
            std::future::pending::<()>().await;
            state.to_string()
        }
    });
    let mut session = opened(
        tool.timeout(Duration::from_secs(2)).into_tools(),
        "2025-11-25",
    );
    let call = waiting(&mut session, call("wait", "{}"));
    assert_eq!(call.timeout(), Some(Duration::from_secs(2)));
}

#[test]
fn every_fault_of_such_a_tool_is_named_when_the_server_is_built() {
    let handler = |_| async {};
    let line = line!() + 1;
    let bad = RuntimeTool::new("bad one", "", json!({ "type": "string" }), handler);
    let worse = RuntimeTool::new("worse", "", json!(true), handler)
        .output_schema(json!({ "$ref": "https://api.example/schema" }))
        .icon("nowhere");
    let tools = tools![add].and(bad).and(worse);
    let error = Server::builder("test", "1.0.0")
        .tools(tools)
        .build()
        .unwrap_err();
    let place = |line: u32| format!("{}:{line}", file!());
    let (bad, worse) = (
        format!("{}:15", place(line)),
        format!("{}:17", place(line + 1)),
    );
    assert_eq!(
        error.to_string().lines().collect::<Vec<_>>(),
        [
            format!(
                "the tool at {bad} is called `bad one`, but a tool's name is 1 to 64 of `A-Z a-z 0-9 _ . -`"
            ),
            format!(
                "the tool `bad one` at {bad}: its input schema: `type` has to be `object`: arguments are an object"
            ),
            format!(
                "the tool `worse` at {worse}: its icon `nowhere` has to begin with `https:`, `http:` or `data:`"
            ),
            format!("the tool `worse` at {worse}: its input schema: it has to be a JSON object"),
            format!(
                "the tool `worse` at {worse}: its output schema: `$ref`, `https://api.example/schema`, leads out of the schema; put what it means under `$defs`"
            ),
        ]
    );
}

#[test]
fn a_session_of_such_tools_alone_has_tools() {
    let server = Server::builder("test", "1.0.0")
        .tools(mirror())
        .build()
        .unwrap();
    let answer = reply(&mut Session::new(server), stateless("server/discover", ""));
    assert!(
        answer.contains(r#""capabilities":{"tools":{}}"#),
        "{answer}"
    );
}
