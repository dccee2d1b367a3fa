//! `completion/complete`: of prompts' arguments and templates' variables.

use mcp_core::{
    Completing, Completion, Server, Session, data, prompt, prompts, resource, resources,
};
use serde_json::{Value, json};

use crate::{reply, shaken, stateless};

#[data]
enum Language {
    Rust,
    Ruby,
    Go,
}

struct Frameworks(Vec<&'static str>);

#[expect(clippy::needless_pass_by_value, reason = "it is handed over")]
fn frameworks(asked: Completing) -> Vec<String> {
    let frameworks = asked.state::<Frameworks>().expect("it was given");
    let language = asked.argument("language").unwrap_or("any").to_owned();
    let of = |framework: &&str| format!("{framework} ({language})");
    frameworks.0.iter().map(of).collect()
}

async fn exact(asked: Completing) -> Completion {
    Completion::new([format!("<{}>", asked.value())]).of(7)
}

fn many(_: Completing) -> impl Iterator<Item = String> {
    (0..250).map(|n| format!("n{n}"))
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed over")]
fn panics(asked: Completing) -> Vec<String> {
    panic!("{}", asked.value())
}

#[prompt]
fn review(
    language: Language,
    #[arg(complete = frameworks)] framework: String,
    #[arg(complete = exact)] symbol: Option<String>,
    strict: Option<bool>,
    #[arg(complete = panics)] broken: Option<String>,
    plain: Option<String>,
) -> String {
    let _ = (language, framework, symbol, strict, broken, plain);
    String::new()
}

#[resource("numbers://{number}")]
fn number(#[arg(complete = many)] number: String) -> String {
    number
}

fn session() -> Session {
    let server = Server::builder("test", "1.0.0")
        .prompts(prompts![review])
        .resources(resources![number])
        .state(Frameworks(vec!["axum", "rocket", "sinatra"]));
    shaken(Session::new(server.build().unwrap()), "2025-11-25")
}

fn prompt_argument(name: &str, value: &str) -> String {
    format!(
        r#","ref":{{"type":"ref/prompt","name":"review"}},"argument":{{"name":"{name}","value":"{value}"}}"#
    )
}

fn complete(members: &str) -> Value {
    let answer = reply(&mut session(), stateless("completion/complete", members));
    serde_json::from_str(&answer).expect("JSON")
}

fn completed(members: &str) -> Value {
    complete(members)["result"]["completion"].clone()
}

fn some(values: &[&str]) -> Value {
    json!({ "values": values, "total": values.len(), "hasMore": false })
}

#[test]
fn enums_and_booleans_complete_by_themselves() {
    assert_eq!(
        completed(&prompt_argument("language", "ru")),
        some(&["rust", "ruby"])
    );
    assert_eq!(
        completed(&prompt_argument("language", "")),
        some(&["rust", "ruby", "go"])
    );
    assert_eq!(completed(&prompt_argument("language", "x")), some(&[]));
    assert_eq!(
        completed(&prompt_argument("strict", "")),
        some(&["true", "false"])
    );
}

#[test]
fn a_function_sees_what_has_been_given_so_far() {
    let members = prompt_argument("framework", "a");
    assert_eq!(
        completed(&members),
        some(&["axum (any)", "rocket (any)", "sinatra (any)"])
    );
    let context = format!(r#"{members},"context":{{"arguments":{{"language":"Go","n":5}}}}"#);
    assert_eq!(completed(&context), some(&["axum (Go)", "sinatra (Go)"]));
}

#[test]
fn a_completion_is_sent_as_it_is() {
    assert_eq!(
        completed(&prompt_argument("symbol", "x")),
        json!({ "values": ["<x>"], "total": 7, "hasMore": true })
    );
}

#[test]
fn at_most_a_hundred_values_are_sent() {
    let of = |value| {
        format!(
            r#","ref":{{"type":"ref/resource","uri":"numbers://{{number}}"}},"argument":{{"name":"number","value":"{value}"}}"#
        )
    };
    let all = completed(&of("n"));
    assert_eq!(all["values"].as_array().unwrap().len(), 100);
    assert_eq!(
        (&all["total"], &all["hasMore"]),
        (&json!(250), &json!(true))
    );
    let found = [
        "n24", "n240", "n241", "n242", "n243", "n244", "n245", "n246", "n247", "n248", "n249",
    ];
    assert_eq!(completed(&of("n24")), some(&found));
}

#[test]
fn what_has_nothing_to_offer_is_completed_with_nothing() {
    assert_eq!(completed(&prompt_argument("plain", "a")), some(&[]));
    assert_eq!(completed(&prompt_argument("nobody", "a")), some(&[]));
}

#[test]
fn a_request_that_refers_to_nothing_is_refused() {
    let argument = r#","argument":{"name":"language","value":""}"#;
    for members in [
        "",
        argument,
        r#","ref":5,"argument":{"name":"a","value":"b"}"#,
        r#","ref":{"type":"ref/tool","name":"review"},"argument":{"name":"a","value":"b"}"#,
        r#","ref":{"type":"ref/prompt"},"argument":{"name":"a","value":"b"}"#,
        r#","ref":{"type":"ref/prompt","name":"other"},"argument":{"name":"a","value":"b"}"#,
        r#","ref":{"type":"ref/resource","uri":"x:y"},"argument":{"name":"a","value":"b"}"#,
        r#","ref":{"type":"ref/prompt","name":"review"}"#,
        r#","ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"language"}"#,
        r#","ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"language","value":1}"#,
    ] {
        assert_eq!(complete(members)["error"]["code"], -32602, "{members}");
    }
}

#[test]
fn a_function_that_panics_fails_alone() {
    let answer = complete(&prompt_argument("broken", "secret"));
    assert_eq!(answer["error"]["code"], -32603);
    assert!(!answer.to_string().contains("secret"), "{answer}");
}

/// Nothing to complete.
#[prompt]
fn free(text: String) -> String {
    text
}

#[test]
fn completion_is_a_capability_where_there_is_something_to_complete() {
    let has = |prompts, version| {
        let server = Server::builder("test", "1.0.0").prompts(prompts);
        let server = server.state(Frameworks(Vec::new())).build().unwrap();
        let mut session = Session::new(server);
        let declared =
            reply(&mut session, crate::initialize(version)).contains(r#""completions":{}"#);
        let frame = r#"{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"review"},"argument":{"name":"strict","value":"t"}}}"#;
        let answered = reply(&mut session, frame);
        (
            declared,
            answered.contains(r#"["true"]"#),
            answered.contains("-32601"),
        )
    };
    assert_eq!(has(prompts![review], "2025-11-25"), (true, true, false));
    assert_eq!(has(prompts![review], "2025-03-26"), (true, true, false));
    assert_eq!(has(prompts![review], "2024-11-05"), (false, true, false));
    assert_eq!(has(prompts![free], "2025-11-25"), (false, false, true));
}
