//! What an author may write beyond plain arguments: state, methods, lent arguments, limits, errors.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_core::{
    ErrorCode, ErrorObject, Result, Server, Session, State, ToolError, ToolSet, tool, tools,
};
use mcp_core::{bail, ensure};
use serde_json::{Value, json};

use crate::{call, fresh, opened, reply, shaken, stateless};

fn result(session: &mut Session, tool: &str, arguments: &str) -> Value {
    let answer = reply(session, call(tool, arguments));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    answer["result"].clone()
}

fn text(session: &mut Session, tool: &str, arguments: &str) -> String {
    let result = result(session, tool, arguments);
    result["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

fn schema(tools: ToolSet, tool: &str) -> Value {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let answer = reply(&mut opened(tools, "2025-11-25"), list);
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    let tools = answer["result"]["tools"]
        .as_array()
        .expect("a list")
        .clone();
    tools
        .into_iter()
        .find(|listed| listed["name"] == tool)
        .expect("it is listed")
}

type Counter = State<AtomicU32>;

/// Counts.
#[tool]
fn count(counter: Counter, by: u32) -> u32 {
    counter.fetch_add(by, Ordering::Relaxed) + by
}

#[test]
fn a_state_is_shared_by_calls_and_no_argument_also_under_an_alias() {
    let counter = Arc::new(AtomicU32::new(5));
    let server = Server::builder("test", "1")
        .shared_state(Arc::clone(&counter))
        .tools(tools![count]);
    let mut session = shaken(
        Session::new(server.build().expect("it has a state")),
        "2025-11-25",
    );
    assert_eq!(text(&mut session, "count", r#"{"by":2}"#), "7");
    assert_eq!(text(&mut session, "count", r#"{"by":1}"#), "8");
    assert_eq!(counter.load(Ordering::Relaxed), 8);
    assert_eq!(count(State::from(counter), 2), 10);
}

#[test]
fn a_state_that_nobody_gave_or_two_gave_is_a_fault_of_the_set_up() {
    let missing = Server::builder("test", "1")
        .tools(tools![count])
        .build()
        .unwrap_err()
        .to_string();
    assert!(missing.contains("the tool `count` at "), "{missing}");
    assert!(missing.contains("surface.rs:"), "{missing}");
    assert!(
        missing.contains("`State<core::sync::atomic::AtomicU32>`"),
        "{missing}"
    );
    let twice = Server::builder("test", "1")
        .state(1_u8)
        .state(2_u8)
        .build()
        .unwrap_err()
        .to_string();
    assert_eq!(
        twice,
        "the server was given two states of type `u8`; tools could not tell them apart"
    );
}

/// Says of a state what only an argument can be.
#[tool]
fn dressed(#[arg(alias = "n")] counter: Counter) -> u32 {
    counter.load(Ordering::Relaxed)
}

#[test]
fn a_state_that_is_declared_like_an_argument_is_a_fault_of_the_set_up() {
    let server = Server::builder("test", "1")
        .state(AtomicU32::new(0))
        .tools(tools![dressed]);
    let fault = server.build().unwrap_err().to_string();
    assert!(
        fault.contains("the parameter `counter` of the tool `dressed` at "),
        "{fault}"
    );
    assert!(
        fault.ends_with("`#[arg]` is for a single argument, and this is none"),
        "{fault}"
    );
}

/// Borrows all it takes.
#[tool]
async fn lend(text: &str, list: &[u8], path: &Path, pair: &(u8, bool)) -> String {
    std::future::ready(()).await;
    format!("{text} {list:?} {} {pair:?}", path.display())
}

#[test]
fn lent_arguments_are_decoded_into_their_owned_forms() {
    let mut session = opened(tools![lend], "2025-11-25");
    let arguments = r#"{"text":"a","list":[1,2],"path":"b/c","pair":[3,true]}"#;
    assert_eq!(
        text(&mut session, "lend", arguments),
        "a [1, 2] b/c (3, true)"
    );
    let properties = schema(tools![lend], "lend")["inputSchema"]["properties"].clone();
    assert_eq!(properties["text"], json!({"type": "string"}));
    assert_eq!(properties["list"]["items"]["maximum"], 255);
}

/// Deploys a service.
///
/// # Arguments
///
/// * `replicas` - how many
///
/// # Errors
/// Never.
#[tool]
fn deploy(
    /// Which one.
    #[arg(alias = "svc", len = 1..=8, example = "api")]
    service: &str,
    #[arg(default = 1, range = 1..=10)] replicas: u32,
    #[arg(range = 0.0..1.0)] share: Option<f64>,
) -> String {
    format!("{service} {replicas} {share:?}")
}

#[test]
fn limits_defaults_and_examples_are_in_the_schema() {
    let listed = schema(tools![deploy], "deploy");
    assert_eq!(listed["description"], "Deploys a service.");
    assert_eq!(
        listed["inputSchema"],
        json!({
            "type": "object",
            "properties": {
                "service": {"type": "string", "description": "Which one.", "minLength": 1, "maxLength": 8, "examples": ["api"]},
                "replicas": {"type": "integer", "minimum": 1, "maximum": 10, "description": "how many", "default": 1},
                "share": {"type": "number", "minimum": 0.0, "exclusiveMaximum": 1.0},
            },
            "required": ["service"],
        })
    );
}

#[test]
fn limits_are_held_to_and_told_with_all_other_faults() {
    let mut session = opened(tools![deploy], "2025-11-25");
    assert_eq!(
        text(
            &mut session,
            "deploy",
            r#"{"svc":"x","replicas":"10","share":0.5}"#
        ),
        "x 10 Some(0.5)"
    );
    assert_eq!(
        text(
            &mut session,
            "deploy",
            r#"{"service":"","replicas":11,"share":1}"#
        ),
        "`deploy` was not run, since its arguments do not fit:\n\
         - `service`: expected a string of 1 to 8 characters, got \"\"\n\
         - `replicas`: expected an integer from 1 to 10, got 11\n\
         - `share`: expected a number from 0.0 to below 1.0, got 1\n\
         Arguments that fit: {\"service\":\"api\"}"
    );
}

/// Limits what has none.
#[tool]
fn unfit(#[arg(range = 1..)] text: String, #[arg(len = 1..)] number: u8) -> String {
    format!("{text}{number}")
}

/// Has a default that is out of range, a range that is empty, and one that JSON cannot carry.
#[tool]
#[expect(clippy::many_single_char_names, reason = "only their limits matter")]
fn beyond(
    #[arg(default = 0, range = 1..=10)] a: u8,
    #[arg(range = 10..=1)] b: u8,
    #[arg(range = 0.0..=f64::INFINITY)] c: f64,
    #[arg(len = ..0)] d: String,
    #[arg(range = -5..=300)] e: u8,
) -> String {
    format!("{a}{b}{c}{d}{e}")
}

/// Has a range that JSON cannot carry either, no step, and patterns that are none.
#[tool]
#[expect(clippy::many_single_char_names, reason = "only their limits matter")]
fn amiss(
    #[arg(range = ..=u128::MAX)] a: u128,
    #[arg(multiple_of = 0)] b: u8,
    #[arg(pattern = r"\Aa")] c: String,
    #[arg(pattern = "(a")] d: String,
    #[arg(pattern = "a")] e: u8,
) -> String {
    format!("{a}{b}{c}{d}{e}")
}

#[test]
fn limits_that_no_value_meets_are_a_fault_of_the_set_up() {
    let faults = Server::builder("test", "1")
        .tools(tools![beyond, amiss])
        .build()
        .unwrap_err()
        .to_string();
    let faults: Vec<_> = faults
        .lines()
        .filter_map(|fault| fault.rsplit_once(": "))
        .map(|(_, fault)| fault)
        .collect();
    assert_eq!(
        faults,
        [
            "its default or example is not within its limits",
            "its limits leave nothing",
            "a bound of `range` must be a number that JSON can carry",
            "its limits leave nothing",
            "`range` goes beyond its type",
            "a bound of `range` must be a number that JSON can carry",
            "`multiple_of` takes a number above 0",
            r"`\A` is not in JavaScript's regular expressions, which schemas are written in",
            "found open group without closing ')'",
            "`pattern` is for strings",
        ]
    );
}

#[derive(Debug)]
struct Layer(&'static str, Option<Box<Layer>>);

impl std::fmt::Display for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Layer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.1.as_deref().map(|layer| layer as _)
    }
}

fn layered() -> Layer {
    Layer("cannot save", Some(Box::new(Layer("no", None))))
}

/// Fails with an error.
#[tool]
fn plain() -> std::result::Result<u8, Layer> {
    Err(layered())
}

/// Fails with a box.
#[tool]
fn boxed() -> std::result::Result<u8, Box<dyn std::error::Error>> {
    Err(layered().into())
}

/// Fails with any of them.
#[tool]
fn any() -> Result<u8> {
    Err(layered())?
}

#[test]
fn an_errors_causes_are_told_however_it_is_returned() {
    let mut session = opened(tools![plain, boxed, any], "2025-11-25");
    for tool in ["plain", "boxed", "any"] {
        assert_eq!(text(&mut session, tool, "{}"), "cannot save: no", "{tool}");
    }
}

/// Has lengths that are computed, and a list of arguments.
///
/// # Arguments
///
/// * type - which kind
/// * `shown` - which name
#[tool(title = "")]
fn computed(
    #[arg(len = 1..1 << 2)] r#type: String,
    #[arg(name = "shown", len = 2)] inner: String,
    #[arg(range = ..1_isize)] low: i64,
) -> String {
    r#type + &inner + &low.to_string()
}

#[test]
fn lengths_may_be_computed_and_documentation_finds_its_argument() {
    let listed = schema(tools![computed], "computed");
    let properties = &listed["inputSchema"]["properties"];
    assert_eq!(
        properties["type"],
        json!({"type": "string", "description": "which kind", "minLength": 1, "maxLength": 3})
    );
    assert_eq!(
        properties["shown"],
        json!({"type": "string", "description": "which name", "minLength": 2, "maxLength": 2})
    );
    assert_eq!(properties["low"], json!({"type": "integer", "maximum": 0}));
}

/// Has another name for its argument.
#[tool]
fn aliased(#[arg(alias = "user_id", range = 1..10)] id: u32) -> u32 {
    id
}

#[test]
fn an_alias_is_as_good_as_the_name_and_limits_hold_what_was_sent() {
    let mut session = opened(tools![aliased], "2025-11-25");
    assert_eq!(text(&mut session, "aliased", r#"{"userId":"7"}"#), "7");
    assert_eq!(
        text(&mut session, "aliased", r#"{"id":"10"}"#),
        "`aliased` was not run, since its arguments do not fit:\n- `id`: expected an integer from 1 to 9, got \"10\"\nArguments that fit: {\"id\":1}"
    );
}

#[test]
fn limits_that_do_not_fit_the_type_are_a_fault_of_the_set_up() {
    let faults = Server::builder("test", "1")
        .tools(tools![unfit])
        .build()
        .unwrap_err()
        .to_string();
    assert!(
        faults.contains("the parameter `text` of the tool `unfit` at "),
        "{faults}"
    );
    assert!(faults.contains("`range` is for numbers"), "{faults}");
    assert!(
        faults.contains("`len` is for strings, lists and maps"),
        "{faults}"
    );
}

/// Fails in the way it is told to.
#[tool]
fn fail(how: &str) -> Result<u8> {
    ensure!(how != "ensure", "it is {how}");
    match how {
        "bail" => bail!("it is {how}"),
        "parse" => Ok("x".parse::<u8>()?),
        "hint" => Err(ToolError::new("no")
            .hint("try again")
            .data(json!({"left": 2}))),
        "private" => Err(ToolError::private("hunter2")),
        _ => Err(ToolError::protocol(ErrorObject::new(ErrorCode(7), "gone"))),
    }
}

#[test]
fn an_error_says_what_the_author_let_it_say() {
    let mut session = opened(tools![fail], "2025-11-25");
    assert_eq!(
        text(&mut session, "fail", r#"{"how":"ensure"}"#),
        "it is ensure"
    );
    assert_eq!(
        text(&mut session, "fail", r#"{"how":"bail"}"#),
        "it is bail"
    );
    assert_eq!(
        text(&mut session, "fail", r#"{"how":"parse"}"#),
        "invalid digit found in string"
    );
    assert_eq!(
        result(&mut session, "fail", r#"{"how":"hint"}"#),
        json!({"content": [{"type": "text", "text": "no\nHint: try again"}, {"type": "text", "text": "{\"left\":2}"}], "isError": true})
    );
    let private = text(&mut session, "fail", r#"{"how":"private"}"#);
    assert!(
        private.starts_with("an internal error occurred (reference "),
        "{private}"
    );
    assert!(!private.contains("hunter2"));
    assert_eq!(
        reply(&mut session, call("fail", r#"{"how":"protocol"}"#)),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"gone"}}"#
    );
}

struct Shelf<T>(T);

#[tool(prefix = "shelf.")]
impl<T: AsRef<str> + Send + Sync + 'static> Shelf<T> {
    const LIMIT: usize = 3;

    /// Reads the label.
    #[tool(read_only)]
    async fn read(&self, #[arg(default = Self::LIMIT)] letters: usize) -> String {
        std::future::ready(()).await;
        self.0.as_ref().chars().take(letters).collect()
    }

    #[cfg(any())]
    #[tool]
    fn gone(&self) -> Missing {}

    fn length(&self) -> usize {
        self.0.as_ref().len()
    }
}

#[tool(function = checks)]
impl<T: AsRef<str> + Send + Sync + 'static> Shelf<T> {
    /// Tells the length.
    #[tool]
    fn measure(&self) -> usize {
        self.length()
    }
}

#[test]
fn marked_methods_of_a_value_are_tools_and_stay_methods() {
    let shelf = Arc::new(Shelf("spices"));
    assert_eq!(shelf.measure(), 6);
    let tools = Shelf::tools(Arc::clone(&shelf)).and(Shelf::checks(shelf));
    assert_eq!(tools.names().collect::<Vec<_>>(), ["shelf.read", "measure"]);
    let mut session = opened(tools, "2025-11-25");
    assert_eq!(text(&mut session, "shelf.read", "{}"), "spi");
    assert_eq!(
        text(&mut session, "shelf.read", r#"{"letters":5}"#),
        "spice"
    );
    assert_eq!(text(&mut session, "measure", "{}"), "6");
}

/// Routes by a number.
#[tool]
fn routed(#[arg(header = "Shard")] shard: u64) -> u64 {
    shard
}

#[test]
fn a_number_in_a_header_is_one_that_every_client_can_write() {
    assert_eq!(
        schema(tools![routed], "routed")["inputSchema"]["properties"]["shard"],
        json!({"type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64})
    );
    let mut session = opened(tools![routed], "2025-11-25");
    let most = r#"{"shard":9007199254740991}"#;
    assert_eq!(text(&mut session, "routed", most), "9007199254740991");
    let more = text(&mut session, "routed", r#"{"shard":9007199254740992}"#);
    assert!(
        more.contains("`shard`: expected an integer from 0 to 9007199254740991"),
        "{more}"
    );
}

/// Places an order.
#[tool]
fn place(
    #[arg(header = "Region")] region: Option<String>,
    #[arg(header = "Express", default)] express: bool,
    count: u8,
) -> String {
    format!("{count} to {region:?}, {express}")
}

#[test]
fn a_header_is_named_where_clients_may_repeat_an_argument_in_one() {
    let list = |mut session: Session, request: String| {
        let answer: Value = serde_json::from_str(&reply(&mut session, request)).unwrap();
        answer["result"]["tools"][0]["inputSchema"]["properties"].clone()
    };
    let properties = |region: Value, express: Value| json!({ "region": region, "express": express, "count": { "type": "integer", "minimum": 0, "maximum": 255 } });
    assert_eq!(
        list(fresh(tools![place]), stateless("tools/list", "")),
        properties(
            json!({ "type": "string", "x-mcp-header": "Region" }),
            json!({ "type": "boolean", "default": false, "x-mcp-header": "Express" })
        )
    );
    assert_eq!(
        list(
            opened(tools![place], "2025-11-25"),
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned()
        ),
        properties(
            json!({ "type": "string" }),
            json!({ "type": "boolean", "default": false })
        )
    );
}

#[tool]
fn ill_placed(#[arg(header = "At")] at: f64, #[arg(header = "To")] to: Vec<String>) {
    let _ = (at, to);
}

#[test]
fn a_header_of_a_type_that_none_carries_is_a_fault_of_the_set_up() {
    let server = Server::builder("test", "1.0.0").tools(tools![ill_placed]);
    let error = server.build().unwrap_err().to_string();
    for (line, parameter) in error.lines().zip(["at", "to"]) {
        assert!(
            line.starts_with(&format!(
                "the parameter `{parameter}` of the tool `ill_placed` at "
            )),
            "{line}"
        );
        assert!(
            line.ends_with(": a `header` carries a string, an integer or a `bool` only"),
            "{line}"
        );
    }
    assert_eq!(error.lines().count(), 2);
}

/// Tells the extension of a file's name.
#[tool]
fn extension(name: &std::ffi::OsStr) -> Option<String> {
    let extension = Path::new(name).extension()?;
    Some(extension.to_string_lossy().into_owned())
}

#[test]
fn a_name_of_the_system_is_lent_from_text() {
    let mut session = opened(tools![extension], "2025-11-25");
    assert_eq!(text(&mut session, "extension", r#"{"name":"a.rs"}"#), "rs");
    assert_eq!(
        schema(tools![extension], "extension")["inputSchema"]["properties"],
        json!({ "name": { "type": "string" } })
    );
}

struct Drawer<T>(T);

#[tool]
impl<T: Send + Sync + 'static> Drawer<T> {
    /// Shows what is in it.
    #[tool]
    fn show(&self) -> String
    where
        T: std::fmt::Debug,
    {
        format!("{:?}", self.0)
    }
}

#[test]
fn a_method_may_ask_more_of_its_types_than_the_block() {
    let mut session = opened(Drawer::tools(Drawer([1])), "2025-11-25");
    assert_eq!(text(&mut session, "show", "{}"), "[1]");
}
