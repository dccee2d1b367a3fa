//! Prompts: listed, made of strings, and what is wrong with them.

use mcp_core::{
    Audio, Content, Context, EmbeddedResource, Image, PromptMessage, PromptSet, ResourceLink,
    Server, Session, State, data, prompt, prompts,
};
use serde_json::{Value, json};

use crate::{Poll, add, poll, reply, shaken, stateless, unpolled};

/// How a text reads.
#[data]
enum Style {
    Plain,
    /// In rhymes.
    Poem,
}

/// Asks for a letter.
#[prompt(title = "Letter")]
fn letter(
    /// To whom.
    to: &str,
    #[arg(range = 1..=9, default = 2)] pages: u8,
    /// How it reads.
    style: Option<Style>,
    urgent: Option<bool>,
    topics: Option<Vec<String>>,
) -> String {
    let style = match style {
        None => "any",
        Some(Style::Plain) => "plain",
        Some(Style::Poem) => "poem",
    };
    format!("{to} {pages} {style} {urgent:?} {topics:?}")
}

#[prompt(name = "hello")]
async fn greeting() -> [PromptMessage; 2] {
    [
        PromptMessage::user("Hello?"),
        PromptMessage::assistant(Content::text("Hello!").priority(1.0)),
    ]
}

fn server(prompts: PromptSet) -> mcp_core::ServerBuilder {
    Server::builder("test", "1.0.0").prompts(prompts)
}

fn opened(prompts: PromptSet, version: &str) -> Session {
    let server = server(prompts).build().expect("they go together");
    shaken(Session::new(server), version)
}

fn get(name: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{{"name":"{name}","arguments":{arguments}}}}}"#
    )
}

fn answer(session: &mut Session, frame: &str) -> Value {
    serde_json::from_str(&reply(session, frame)).expect("JSON")
}

fn text(session: &mut Session, arguments: &str) -> String {
    let answer = answer(session, &get("letter", arguments));
    let text = &answer["result"]["messages"][0]["content"]["text"];
    text.as_str().expect(arguments).to_owned()
}

fn error(session: &mut Session, frame: &str) -> (i64, String) {
    let error = &answer(session, frame)["error"];
    let code = error["code"].as_i64().expect(frame);
    (code, error["message"].as_str().expect(frame).to_owned())
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#;

#[test]
fn prompts_are_listed_with_what_their_arguments_take() {
    let mut session = opened(prompts![letter, greeting], "2025-11-25");
    assert_eq!(
        answer(&mut session, LIST)["result"],
        json!({ "prompts": [
            {
                "name": "letter",
                "title": "Letter",
                "description": "Asks for a letter.",
                "arguments": [
                    { "name": "to", "description": "To whom.", "required": true },
                    { "name": "pages", "description": "an integer from 1 to 9", "required": false },
                    {
                        "name": "style",
                        "description": "How it reads. (one of \"plain\", \"poem\")\n- poem: In rhymes.",
                        "required": false,
                    },
                    { "name": "urgent", "description": "true or false", "required": false },
                    { "name": "topics", "description": "a list", "required": false },
                ],
            },
            { "name": "hello", "description": "hello" },
        ] })
    );
    let answer = reply(&mut session, stateless("prompts/list", ""));
    assert!(answer.contains(r#""ttlMs":0,"cacheScope":"private","resultType":"complete""#));
    let old = reply(&mut opened(prompts![letter], "2024-11-05"), LIST);
    assert!(!old.contains("title"), "{old}");
}

#[test]
fn a_string_is_one_message_of_the_persons() {
    let mut session = opened(prompts![letter, greeting], "2025-11-25");
    assert_eq!(
        reply(&mut session, get("letter", r#"{"to":"Ann"}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"description":"Asks for a letter.","messages":[{"role":"user","content":{"type":"text","text":"Ann 2 any None None"}}]}}"#
    );
    assert_eq!(
        reply(&mut session, stateless("prompts/get", r#","name":"hello""#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"messages":[{"role":"user","content":{"type":"text","text":"Hello?"}},{"role":"assistant","content":{"type":"text","text":"Hello!","annotations":{"priority":1.0}}}],"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#
    );
}

#[test]
fn strings_are_parsed_into_the_types_of_arguments() {
    let mut session = opened(prompts![letter], "2025-11-25");
    assert_eq!(
        text(
            &mut session,
            r#"{"to":"5","pages":"9","style":"poem","urgent":"true","topics":"[\"a\",\"b\"]"}"#
        ),
        r#"5 9 poem Some(true) Some(["a", "b"])"#
    );
    assert_eq!(
        text(&mut session, r#"{"To":"Ann","pages":null}"#),
        "Ann 2 any None None"
    );
}

#[test]
fn a_strict_server_parses_them_too() {
    let server = server(prompts![letter]).strict().build().unwrap();
    let mut session = shaken(Session::new(server), "2025-11-25");
    assert_eq!(
        text(&mut session, r#"{"to":"Ann","pages":"3"}"#),
        "Ann 3 any None None"
    );
}

#[test]
fn what_is_wrong_with_arguments_is_told_at_once() {
    let mut session = opened(prompts![letter], "2025-11-25");
    let frame = get(
        "letter",
        r#"{"too":"Ann","pages":"0","style":"Pom","urgent":"maybe"}"#,
    );
    assert_eq!(
        error(&mut session, &frame),
        (
            -32602,
            "`letter` was not made, since its arguments do not fit:\n\
             - `to`: missing, expected a string; there is no `too`, did you mean `to`?\n\
             - `pages`: expected an integer from 1 to 9, got \"0\"\n\
             - `style`: expected one of \"plain\", \"poem\", got \"Pom\", did you mean \"poem\"?\n\
             - `urgent`: expected true or false, got \"maybe\"\n\
             Arguments that fit: {\"to\":\"text\"}"
                .to_owned()
        )
    );
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"letter"}}"#;
    assert_eq!(error(&mut session, frame).0, -32602);
}

#[test]
fn arguments_that_are_no_strings_are_refused() {
    let mut session = opened(prompts![letter], "2025-11-25");
    assert_eq!(
        error(
            &mut session,
            &get("letter", r#"{"to":"Ann","pages":3,"urgent":[true]}"#)
        ),
        (
            -32602,
            "the arguments of a prompt are strings:\n\
             - `pages`: expected a string, got 3\n\
             - `urgent`: expected a string, got [true]"
                .to_owned()
        )
    );
    for arguments in ["[]", "5", r#""to""#] {
        let (code, message) = error(&mut session, &get("letter", arguments));
        assert_eq!((code, &*message), (-32602, "`arguments` must be an object"));
    }
}

#[test]
fn an_unknown_prompt_is_told_from_a_near_one() {
    let mut session = opened(prompts![letter, greeting], "2025-11-25");
    assert_eq!(
        error(&mut session, &get("leter", "{}")),
        (
            -32602,
            "unknown prompt `leter`, did you mean `letter`?".to_owned()
        )
    );
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{}}"#;
    assert_eq!(
        error(&mut session, frame),
        (
            -32602,
            "`name` must be a string, the prompt's name".to_owned()
        )
    );
}

#[test]
fn prompts_are_a_capability_if_there_are_any() {
    let discovered = reply(
        &mut Session::new(server(prompts![greeting]).build().unwrap()),
        stateless("server/discover", ""),
    );
    assert!(
        discovered.contains(r#""capabilities":{"prompts":{}}"#),
        "{discovered}"
    );
    let mut without = crate::opened(mcp_core::tools![add], "2025-11-25");
    assert!(reply(&mut without, LIST).contains("-32601"));
    assert!(reply(&mut without, get("hello", "{}")).contains("-32601"));
}

#[prompt]
fn everything() -> Vec<PromptMessage> {
    vec![
        PromptMessage::user(Image::new([1], "image/png")),
        PromptMessage::user(Audio::new([1], "audio/wav")),
        PromptMessage::user(EmbeddedResource::text("a:b", "c")),
        PromptMessage::assistant(ResourceLink::new("a:b", "b")),
    ]
}

#[prompt]
fn picture() -> Image {
    Image::new([1], "image/png")
}

#[test]
fn messages_hold_all_kinds_of_content_that_the_version_knows() {
    let kinds = |version| {
        let mut session = opened(prompts![everything, picture], version);
        let answer = answer(&mut session, &get("everything", "{}"));
        let messages = answer["result"]["messages"].as_array().expect("messages");
        let kind = |message: &Value| message["content"]["type"].as_str().expect("one").to_owned();
        messages.iter().map(kind).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds("2025-11-25"),
        ["image", "audio", "resource", "resource_link"]
    );
    assert_eq!(kinds("2025-03-26"), ["image", "audio", "resource", "text"]);
    assert_eq!(kinds("2024-11-05"), ["image", "text", "resource", "text"]);
    let answer = reply(
        &mut opened(prompts![picture], "2025-11-25"),
        get("picture", "{}"),
    );
    assert!(
        answer.contains(r#"[{"role":"user","content":{"type":"image""#),
        "{answer}"
    );
}

#[prompt]
fn fails() -> Result<String, String> {
    Err("no idea".to_owned())
}

#[prompt]
fn panics() -> String {
    panic!("a secret")
}

#[test]
fn failures_are_errors_of_the_protocol() {
    let mut session = opened(prompts![fails, panics], "2025-11-25");
    assert_eq!(
        error(&mut session, &get("fails", "{}")),
        (-32603, "no idea".to_owned())
    );
    assert_eq!(
        error(&mut session, &get("panics", "{}")),
        (-32603, "the prompt `panics` failed unexpectedly".to_owned())
    );
}

struct Library(&'static str);

#[prompt]
impl Library {
    /// Asks about a book.
    #[prompt(blocking)]
    fn about(&self, chapter: u8) -> String {
        format!("{} {chapter}", self.0)
    }
}

#[prompt]
fn stated(library: State<Library>, ctx: Context, _unused: Option<String>) -> String {
    format!("{} {}", library.0, ctx.tool())
}

#[test]
fn methods_states_and_contexts_work_as_in_tools() {
    let mut session = opened(Library::prompts(Library("Emma")), "2025-11-25");
    let mut call = unpolled(&mut session, get("about", r#"{"chapter":"3"}"#));
    call.work().expect("it holds its thread").run();
    let Poll::Ready(Some(answer)) = poll(&mut call) else {
        panic!("an answer");
    };
    assert!(answer.contains(r#""text":"Emma 3""#), "{answer}");

    let unmet = server(prompts![stated]).build().unwrap_err().to_string();
    assert!(unmet.starts_with("the prompt `stated` at "), "{unmet}");
    let server = server(prompts![stated]).state(Library("Emma"));
    let mut session = shaken(Session::new(server.build().unwrap()), "2025-11-25");
    let answer = reply(&mut session, get("stated", "{}"));
    assert!(answer.contains(r#""text":"Emma stated""#), "{answer}");
}

#[test]
fn two_prompts_of_one_name_are_a_fault_of_the_set_up() {
    let twice = prompts![greeting].and(prompts![greeting]);
    let fault = server(twice).build().unwrap_err().to_string();
    assert!(fault.starts_with("the prompts at "), "{fault}");
    assert!(
        fault.ends_with("are both called `hello`; rename one with `#[prompt(name = \"...\")]`"),
        "{fault}"
    );
}
