//! Structs whose members are arguments.

use std::collections::BTreeMap;

use mcp_core::{Args, Server, ToolSet, data, tool, tools};
use serde_json::{Value, json};

use crate::{call, opened, reply};

#[data]
struct Search {
    /// What to look for.
    look_for: String,
    #[serde(flatten)]
    page: Page,
    kind: Option<Kind>,
}

#[data]
struct Page {
    /// How many hits to pass over.
    #[serde(default)]
    offset: u8,
    limit: Option<u8>,
}

#[data]
enum Kind {
    Article,
    Letter,
}

#[data]
struct Labels {
    name: String,
    #[serde(flatten)]
    more: BTreeMap<String, u8>,
}

#[data]
struct Kept {
    name: String,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[data]
struct Aliased {
    #[serde(alias = "qty")]
    quantity: u8,
}

/// A thing in things.
#[data]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[data]
enum Choice {
    One { a: u8 },
    Two { b: u8 },
}

/// Searches.
#[tool]
fn search(Args(search): Args<Search>, verbose: Option<bool>) -> String {
    let kind = match search.kind {
        Some(Kind::Article) => "articles",
        Some(Kind::Letter) => "letters",
        None => "all",
    };
    let Page { offset, limit } = search.page;
    format!("{} {offset} {limit:?} {kind} {verbose:?}", search.look_for)
}

/// Labels.
#[tool]
fn label(labels: Args<Labels>) -> String {
    format!("{} {:?}", labels.name, labels.more)
}

/// Keeps what it is given.
#[tool]
fn keep(Args(kept): Args<Kept>) -> String {
    format!("{} {}", kept.name, kept.rest.len())
}

/// Orders.
#[tool]
fn order(Args(order): Args<Aliased>) -> u8 {
    order.quantity
}

/// Takes two of one name.
#[tool]
fn namesakes(quantity: u8, other: Args<Aliased>) -> u8 {
    quantity + other.quantity
}

/// Counts.
#[tool]
fn count(Args(tree): Args<Tree>) -> usize {
    fn all(tree: &Tree) -> usize {
        1 + tree.children.iter().map(all).sum::<usize>()
    }
    all(&tree) + tree.name.len()
}

/// Takes nothing but what it knows.
#[tool(strict)]
fn exact(Args(page): Args<Page>) -> u8 {
    page.offset + page.limit.unwrap_or_default()
}

fn set() -> ToolSet {
    tools![search, label, count, exact, keep, order]
}

fn text(tool: &str, arguments: &str) -> String {
    let answer = reply(&mut opened(set(), "2025-11-25"), call(tool, arguments));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    answer["result"]["content"][0]["text"]
        .as_str()
        .expect("a text")
        .to_owned()
}

fn schema(tool: &str) -> Value {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let answer = reply(&mut opened(set(), "2025-11-25"), list);
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    let tools = answer["result"]["tools"]
        .as_array()
        .expect("a list")
        .clone();
    let listed = tools.into_iter().find(|listed| listed["name"] == tool);
    listed.expect("it is listed")["inputSchema"].clone()
}

#[test]
fn the_members_of_a_struct_are_arguments_like_others() {
    assert_eq!(
        schema("search"),
        json!({
            "type": "object",
            "properties": {
                "look_for": {"type": "string", "description": "What to look for."},
                "kind": {"type": "string", "enum": ["article", "letter"]},
                "offset": {"type": "integer", "minimum": 0, "maximum": 255, "default": 0, "description": "How many hits to pass over."},
                "limit": {"type": "integer", "minimum": 0, "maximum": 255},
                "verbose": {"type": "boolean"},
            },
            "required": ["look_for"],
        })
    );
    assert_eq!(
        text(
            "search",
            r#"{"look_for":"x","limit":3,"kind":"letter","verbose":true}"#
        ),
        "x 0 Some(3) letters Some(true)"
    );
}

#[test]
fn members_are_taken_the_way_models_send_them() {
    assert_eq!(
        text(
            "search",
            r#"{"lookFor":"x","offset":null,"limit":"4","kind":null,"other":1}"#
        ),
        "x 0 Some(4) all None"
    );
    assert_eq!(
        text("count", r#"{"name":"a","children":"[{\"name\":\"b\"}]"}"#),
        "3"
    );
}

#[test]
fn all_faults_are_told_at_once() {
    let faults = text(
        "search",
        r#"{"offset":-1,"limit":300,"kind":"lettre","verbose":7}"#,
    );
    for fault in [
        "`look_for`: missing, expected a string",
        "`offset`: expected an integer from 0 to 255, got -1",
        "`limit`: expected an integer from 0 to 255, got 300",
        "`kind`: expected one of \"article\", \"letter\", got \"lettre\"",
        "`verbose`: expected true or false, got 7",
    ] {
        assert_eq!(faults.matches(fault).count(), 1, "{fault}: {faults}");
    }
    let misspelt = text("search", r#"{"look_for":"x","limt":3}"#);
    assert!(
        misspelt.contains("`limt`: unknown, did you mean `limit`?"),
        "{misspelt}"
    );
    let inner = text(
        "count",
        r#"{"name":"a","children":[{"name":"b"},{"name":5}]}"#,
    );
    assert!(
        inner.contains("`children[1].name`: expected a string, got 5"),
        "{inner}"
    );
}

#[test]
fn members_of_any_name_go_where_a_struct_wants_them() {
    assert_eq!(
        text("label", r#"{"name":"n","a":1,"b":2}"#),
        r#"n {"a": 1, "b": 2}"#
    );
}

#[test]
fn what_serde_knows_of_a_struct_holds_for_its_members() {
    assert_eq!(text("keep", r#"{"name":"n","z":1,"y":[2]}"#), "n 2");
    assert_eq!(text("order", r#"{"qty":3}"#), "3");
    let missing = text("order", r#"{"number":3}"#);
    assert!(
        missing.contains("`quantity`: missing, expected an integer"),
        "{missing}"
    );
}

#[test]
fn two_arguments_of_one_name_are_a_fault_of_the_set_up() {
    let server = Server::builder("test", "1").tools(tools![namesakes]);
    let error = server
        .build()
        .expect_err("nobody could call it")
        .to_string();
    assert!(
        error.starts_with("two arguments of the tool `namesakes` at "),
        "{error}"
    );
    assert!(
        error.ends_with(" are called `quantity`; rename one"),
        "{error}"
    );
}

#[test]
fn a_struct_that_contains_itself_is_in_plain_sight() {
    let schema = schema("count");
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["name"], json!({"type": "string"}));
    let children = &schema["properties"]["children"];
    assert_eq!(children["items"]["required"], json!(["name"]));
}

#[test]
fn a_strict_tool_refuses_what_its_struct_does_not_name() {
    assert_eq!(schema("exact")["additionalProperties"], false);
    assert_eq!(text("exact", r#"{"offset":1,"limit":2}"#), "3");
    let unknown = text("exact", r#"{"offset":1,"other":2}"#);
    assert!(
        unknown.contains("`other`: unknown, the arguments are `offset`, `limit`"),
        "{unknown}"
    );
}

/// Takes what clients cannot send.
#[tool]
fn choice(Args(choice): Args<Choice>) -> u8 {
    match choice {
        Choice::One { a } => a,
        Choice::Two { b } => b,
    }
}

/// Takes no struct.
#[tool]
fn number(Args(number): Args<u8>) -> u8 {
    number
}

#[test]
fn what_is_no_struct_is_refused_with_the_set_up() {
    let server = Server::builder("test", "1").tools(tools![choice, number]);
    let error = server.build().expect_err("two tools are unfit").to_string();
    let faults: Vec<_> = error.lines().collect();
    assert!(
        faults[0].starts_with("the parameter `choice` of the tool `choice` at "),
        "{error}"
    );
    assert!(
        faults[0].ends_with("`Args` takes a struct with named fields"),
        "{error}"
    );
    assert!(faults[1].contains("`number`"), "{error}");
}
