//! Types under `#[data]`: what they derive, what is set for models, and what an author overrides.

use mcp_core::{ToolSet, data, tool, tools};
use serde_json::{Value, json};

use crate::{call, opened, reply};

/// One thing or another.
#[data]
enum Shape {
    /// Round.
    Circle {
        radius: f64,
    },
    Dot,
}

#[data]
#[serde(untagged)]
enum Either {
    Named { name: String },
    Numbered { number: u8 },
}

#[data]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Level {
    VeryHigh,
    Low,
}

/// Documented in part.
#[data]
#[derive(Default)]
enum Speed {
    Slow,
    /// Two days.
    #[default]
    Standard,
    #[serde(skip)]
    #[expect(dead_code, reason = "never travels")]
    Unknown,
    #[serde(rename = "next_day", alias = "tomorrow")]
    Fast,
    /// An hour.
    AtOnce,
}

/// Variants without field names cannot be tagged from within.
#[data]
enum Wrapped {
    Text(String),
    Two { a: u8 },
}

#[data]
#[derive(serde::Serialize, Clone)]
struct Derived<T> {
    inner: T,
}

#[data(input)]
struct Taken {
    #[serde(default, rename = "n")]
    number: u8,
}

#[data(output)]
struct Given {
    name: &'static str,
}

/// Takes and gives.
#[tool]
fn shape(shape: Shape) -> Shape {
    shape
}

/// Takes and gives.
#[tool]
fn either(either: Either) -> Either {
    either
}

/// Takes and gives.
#[tool]
fn level(level: Level) -> Level {
    level
}

/// Takes and gives.
#[tool]
fn wrapped(wrapped: Wrapped) -> Wrapped {
    wrapped
}

/// Takes and gives.
#[tool]
fn derived(derived: Derived<Level>) -> Derived<Level> {
    derived
}

/// Takes one type and gives another.
#[tool]
fn given(taken: Taken) -> Given {
    Given {
        name: ["none", "some"][usize::from(taken.number > 0)],
    }
}

/// Takes and gives.
#[tool]
fn speed(#[arg(default)] speed: Speed) -> Speed {
    speed
}

fn set() -> ToolSet {
    tools![shape, either, level, wrapped, derived, given, speed]
}

fn structured(tool: &str, arguments: &str) -> Value {
    let answer = reply(&mut opened(set(), "2025-06-18"), call(tool, arguments));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    answer["result"]["structuredContent"].clone()
}

#[test]
fn variants_are_in_snake_case_and_their_data_is_beside_the_name() {
    let circle = structured("shape", r#"{"shape":{"type":"circle","radius":1.5}}"#);
    assert_eq!(circle, json!({"type": "circle", "radius": 1.5}));
    let dot = structured("shape", r#"{"shape":{"type":"dot"}}"#);
    assert_eq!(dot, json!({"type": "dot"}));
}

#[test]
fn what_the_author_says_goes_first() {
    let numbered = structured("either", r#"{"either":{"number":3}}"#);
    assert_eq!(numbered, json!({"number": 3}));
    let high = structured("level", r#"{"level":"VERY_HIGH"}"#);
    assert_eq!(high, json!({"result": "VERY_HIGH"}));
    let derived = structured("derived", r#"{"derived":{"inner":"LOW"}}"#);
    assert_eq!(derived, json!({"inner": "LOW"}));
}

#[test]
fn variants_without_field_names_keep_the_form_of_serde() {
    let text = structured("wrapped", r#"{"wrapped":{"text":"t"}}"#);
    assert_eq!(text, json!({"text": "t"}));
    let two = structured("wrapped", r#"{"wrapped":{"two":{"a":1}}}"#);
    assert_eq!(two, json!({"two": {"a": 1}}));
}

#[test]
fn a_type_for_one_side_needs_only_what_that_side_does() {
    assert_eq!(
        structured("given", r#"{"taken":{}}"#),
        json!({"name": "none"})
    );
    assert_eq!(
        structured("given", r#"{"taken":{"n":1}}"#),
        json!({"name": "some"})
    );
}

#[test]
fn variants_stand_in_the_order_of_their_declaration() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let list = reply(&mut opened(set(), "2025-06-18"), list);
    let list: Value = serde_json::from_str(&list).expect("a list is JSON");
    let tools = list["result"]["tools"].as_array().expect("tools");
    let speed = tools.iter().find(|tool| tool["name"] == "speed");
    assert_eq!(
        speed.expect("it is listed")["inputSchema"]["properties"]["speed"],
        json!({
            "description": "Documented in part.\n- standard: Two days.\n- at_once: An hour.",
            "type": "string",
            "enum": ["slow", "standard", "next_day", "at_once"],
            "default": "standard",
        })
    );
    assert_eq!(
        structured("speed", r#"{"speed":"tomorrow"}"#),
        json!({"result": "next_day"})
    );
}
