//! Answers that are longer than their tool may give.

use mcp_core::{
    CallToolResult, Content, Json, ResourceLink, RuntimeTool, Server, ServerBuilder, Session,
    ToolError, bail, json, tool, tools,
};
use serde_json::Value;

use crate::{call, reply, shaken};

/// Says a word so many times, one to a line.
#[tool(max_output = 1000)]
fn lines(word: String, times: usize) -> String {
    format!("{word}\n").repeat(times)
}

/// Says it as often as it is asked to.
#[tool]
fn repeat(word: String, times: usize) -> String {
    word.repeat(times)
}

/// Lists numbers.
#[tool(max_output = 1000)]
fn numbers(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// Fails at length.
#[tool(max_output = 1000)]
fn complain() -> mcp_core::Result<()> {
    bail!("{}", "no and ".repeat(1000))
}

/// Has several things to say.
#[tool(max_output = 1000)]
fn parts(first: usize, second: usize) -> Vec<Content> {
    vec![
        Content::text("a".repeat(first)).priority(1.0),
        ResourceLink::new("file:///there", "there").into(),
        Content::text("b".repeat(second)),
    ]
}

/// Says one thing and means another.
#[tool(max_output = 1000)]
fn both(text: usize, value: usize) -> CallToolResult {
    CallToolResult::new()
        .content("t".repeat(text))
        .structured("v".repeat(value))
}

/// Takes nothing.
#[tool(max_output = 1000)]
fn ramble() -> String {
    "and so on ".repeat(1000)
}

fn server() -> ServerBuilder {
    let tools = tools![lines, repeat, numbers, complain, parts, both, ramble];
    Server::builder("test", "1.0.0").tools(tools)
}

fn talk(server: ServerBuilder) -> Session {
    let session = Session::new(server.build().expect("the tools go together"));
    shaken(session, "2025-11-25")
}

/// The texts of a result, and whether it is an error. What is no text is its JSON.
fn said(session: &mut Session, tool: &str, arguments: &str) -> (Vec<String>, bool) {
    let answer: Value = serde_json::from_str(&reply(session, call(tool, arguments))).unwrap();
    let result = &answer["result"];
    let texts = result["content"].as_array().unwrap().iter();
    let texts = texts.map(|block| match &block["text"] {
        Value::String(text) => text.clone(),
        _ => block.to_string(),
    });
    (texts.collect(), result["isError"] == true)
}

#[test]
fn a_text_is_cut_after_a_line_and_the_model_is_told_how_to_ask_for_less() {
    let (texts, is_error) = said(
        &mut talk(server()),
        "lines",
        r#"{"word":"word","times":300}"#,
    );
    assert_eq!(
        texts,
        [
            "word\n".repeat(200),
            "(500 bytes more were left out: an answer has at most 1000. Ask for less with `word` or `times`.)".to_owned(),
        ]
    );
    assert!(!is_error);
}

#[test]
fn what_fits_is_left_as_it_is() {
    let mut session = talk(server());
    let (texts, _) = said(
        &mut session,
        "lines",
        r#"{"word":"\"\"\"\u0001","times":200}"#,
    );
    assert_eq!(texts, ["\"\"\"\u{1}\n".repeat(200)], "escapes do not count");
    let (texts, _) = said(&mut session, "numbers", r#"{"count":200}"#);
    assert_eq!(texts.len(), 1);
}

#[test]
fn a_text_of_one_line_is_cut_after_a_word_and_never_within_a_character() {
    let mut session = talk(server().max_output(1000));
    let (texts, _) = said(
        &mut session,
        "repeat",
        r#"{"word":"three words, ","times":100}"#,
    );
    assert_eq!(texts[0].len(), 994);
    assert!(texts[0].ends_with(" three "), "{}", texts[0]);
    let (texts, _) = said(&mut session, "repeat", r#"{"word":"€","times":400}"#);
    assert_eq!(texts[0], "€".repeat(333));
    assert!(texts[1].starts_with("(201 bytes more"), "{}", texts[1]);
    // A line so far back is no place to cut at.
    let (texts, _) = said(
        &mut session,
        "repeat",
        &format!(r#"{{"word":"a\n{}","times":1}}"#, "b".repeat(2000)),
    );
    assert_eq!(texts[0].len(), 1000);
}

#[test]
fn half_a_value_is_not_shown() {
    let mut session = talk(server());
    let (texts, is_error) = said(&mut session, "numbers", r#"{"count":1000}"#);
    assert_eq!(
        texts,
        [
            "the result is not shown, since it has 3891 bytes and an answer has at most 1000. Ask for less with `count`."
        ]
    );
    assert!(is_error);
    let (texts, is_error) = said(&mut session, "both", r#"{"text":1,"value":1000}"#);
    assert!(
        is_error && texts[0].contains("it has 1002 bytes"),
        "{texts:?}"
    );
    // Beside a value that fits, a text is cut as ever.
    let (texts, is_error) = said(&mut session, "both", r#"{"text":1500,"value":900}"#);
    assert!(!is_error);
    assert_eq!(texts[0], "t".repeat(1000));
}

#[test]
fn a_failure_is_cut_too() {
    let (texts, is_error) = said(&mut talk(server()), "complain", "{}");
    assert!(is_error);
    assert!(
        texts[0].len() <= 1000 && texts[0].ends_with("no "),
        "{texts:?}"
    );
    assert_eq!(
        texts[1],
        "(6003 bytes more were left out: an answer has at most 1000.)"
    );
}

#[test]
fn nothing_comes_after_what_was_cut() {
    let mut session = talk(server());
    let link = r#"{"type":"resource_link","uri":"file:///there","name":"there"}"#;
    let (texts, _) = said(&mut session, "parts", r#"{"first":900,"second":30}"#);
    assert_eq!(texts, ["a".repeat(900), link.to_owned(), "b".repeat(30)]);
    let (texts, _) = said(&mut session, "parts", r#"{"first":1200,"second":30}"#);
    assert_eq!(texts.len(), 2);
    assert_eq!(texts[0], "a".repeat(1000));
    assert!(
        texts[1].starts_with(&format!("({} bytes more", 200 + link.len() + 1 + 30)),
        "{}",
        texts[1]
    );
    // A block that is no text is there or not.
    let (texts, _) = said(&mut session, "parts", r#"{"first":960,"second":30}"#);
    assert_eq!(texts.len(), 2, "{texts:?}");
    let (texts, _) = said(&mut session, "parts", r#"{"first":1000,"second":0}"#);
    assert_eq!(texts[0], "a".repeat(1000));
}

#[test]
fn a_tool_without_arguments_is_not_asked_for_less() {
    let (texts, _) = said(&mut talk(server()), "ramble", "{}");
    assert_eq!(
        texts[1],
        "(9000 bytes more were left out: an answer has at most 1000.)"
    );
}

#[test]
fn the_limit_is_16_mib_unless_the_server_or_the_tool_says_otherwise() {
    let mut session = talk(server());
    let (texts, _) = said(&mut session, "repeat", r#"{"word":"x","times":16777216}"#);
    assert_eq!(texts.len(), 1);
    let (texts, _) = said(&mut session, "repeat", r#"{"word":"x","times":16777217}"#);
    assert_eq!(texts.len(), 2);
    let mut session = talk(server().max_output(5000));
    let (texts, _) = said(&mut session, "repeat", r#"{"word":"x","times":5001}"#);
    assert_eq!(texts[0].len(), 5000);
    let (texts, _) = said(&mut session, "lines", r#"{"word":"x","times":600}"#);
    assert_eq!(texts[0].len(), 1000);
}

#[test]
fn tools_made_at_run_time_have_a_limit_too() {
    let object = json!({ "type": "object" });
    let told = RuntimeTool::new("told", "", object.clone(), |_| async { "x".repeat(1001) });
    let sized = RuntimeTool::new("sized", "", object, |_| async {
        Ok::<_, ToolError>(Json("x".repeat(1001)))
    });
    let server = server()
        .tools(told.max_output(1000))
        .tools(sized)
        .max_output(1000);
    let mut session = talk(server);
    assert_eq!(said(&mut session, "told", "{}").0[0].len(), 1000);
    assert!(said(&mut session, "sized", "{}").1);
}

#[test]
fn a_limit_that_leaves_no_room_for_an_error_is_refused() {
    /// Says nothing.
    #[tool(max_output = 999)]
    fn mute() {}

    let error = Server::builder("test", "1.0.0")
        .max_output(10)
        .tools(tools![mute])
        .build();
    let error = error.unwrap_err().to_string();
    assert!(error.contains("the tool `mute` at "), "{error}");
    assert!(
        error.contains(": its `max_output` is less than 1000 bytes\n"),
        "{error}"
    );
    assert!(
        error.ends_with("the server's `max_output` is less than 1000 bytes"),
        "{error}"
    );
}
