//! Limits further inside: behind references, in alternatives, beside what only serde knows.

use mcp_core::{ToolSet, data, tool, tools};
use serde_json::Value;

use crate::{call, opened, reply};

/// A sum within sums.
#[data]
enum Expression {
    Negated { inner: Box<Expression> },
    Number { n: f64 },
}

#[data]
#[serde(untagged)]
enum Link {
    A {
        #[schemars(range(min = 1))]
        x: u8,
        next: Option<Box<Link>>,
    },
    B {
        y: u8,
        next: Option<Box<Link>>,
    },
}

/// Another name for a type that contains it.
#[data]
struct Wrap(Box<Inner>);

#[data]
struct Inner {
    #[schemars(range(min = 1))]
    x: u8,
    w: Option<Wrap>,
}

#[data]
#[schemars(rename = "a/b")]
struct Slashed {
    #[schemars(range(min = 1))]
    w: u8,
    more: Vec<Slashed>,
}

#[data]
struct Line {
    #[serde(alias = "qty")]
    #[schemars(range(min = 1))]
    quantity: u8,
    colour: Option<Colour>,
}

#[data]
enum Colour {
    #[serde(alias = "grey")]
    Gray,
    Red,
}

#[data]
struct TwoFlat {
    #[serde(flatten)]
    first: First,
    #[serde(flatten)]
    second: Second,
}

#[data]
enum First {
    A {
        #[schemars(range(min = 1))]
        x: u8,
    },
    B {
        x: u8,
    },
}

#[data]
#[serde(tag = "kind")]
enum Second {
    C { y: u8 },
    D { y: u8 },
}

#[data]
#[serde(deny_unknown_fields)]
struct Closed {
    a: u8,
}

taking! {
    expression: Expression, link: Link, wrap: Wrap, slashed: Slashed, line: Line, lines: Vec<Line>,
    two_flat: TwoFlat, float: f64
}

/// Takes exactly what it knows.
#[tool(strict)]
fn closed(value: Closed) -> u8 {
    value.a
}

/// Takes halves.
#[tool]
fn halves(#[arg(multiple_of = 0.5)] value: f64) -> f64 {
    value
}

fn set() -> ToolSet {
    tools![
        expression, link, wrap, slashed, line, lines, two_flat, float, closed, halves
    ]
}

fn text(tool: &str, arguments: &str) -> String {
    let answer = reply(&mut opened(set(), "2025-11-25"), call(tool, arguments));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    answer["result"]["content"][0]["text"]
        .as_str()
        .expect("a text")
        .to_owned()
}

fn faults(tool: &str, value: &str) -> Vec<String> {
    let text = text(tool, &format!(r#"{{"value":{value}}}"#));
    let faults = text.lines().filter_map(|line| line.strip_prefix("- "));
    faults.map(str::to_owned).collect()
}

#[track_caller]
fn assert_fault(tool: &str, value: &str, fault: &str) {
    assert_eq!(faults(tool, value), [fault], "{value}");
}

#[test]
fn alternatives_within_alternatives_cost_no_more_than_they_are_long() {
    let deep = |inner: &str, outer: &str, depth: usize| {
        format!("{}{inner}{}", outer.repeat(depth), "}".repeat(depth))
    };
    let start = std::time::Instant::now();
    let wrong = deep(
        r#"{"type":"number","n":"x"}"#,
        r#"{"type":"negated","inner":"#,
        60,
    );
    let path = format!(
        "`value{}.n`: expected a number, got \"x\"",
        ".inner".repeat(60)
    );
    assert_fault("expression", &wrong, &path);
    let wrong = deep(r#"{"z":1}"#, r#"{"y":1,"next":"#, 12);
    assert_eq!(
        faults("link", &wrong).len(),
        1,
        "{}",
        text("link", &format!("{{\"value\":{wrong}}}"))
    );
    // Else it would take years.
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
    assert_eq!(text("link", r#"{"value":{"y":1,"next":{"x":1}}}"#), "taken");
    assert_eq!(faults("link", r#"{"y":1,"next":{"x":0}}"#).len(), 1);
}

#[test]
fn a_long_value_is_held_to_its_limits_whatever_its_length() {
    let line = r#"{"quantity":1,"colour":"red"}"#;
    let lines = |last: &str| format!("[{}{last}]", format!("{line},").repeat(80_000));
    let taken = text("lines", &format!(r#"{{"value":{}}}"#, lines(line)));
    assert_eq!(taken, "taken");
    assert_fault(
        "lines",
        &lines(r#"{"quantity":0}"#),
        "`value[80000].quantity`: expected an integer from 1 to 255, got 0",
    );
}

#[test]
fn limits_are_found_behind_every_reference() {
    assert_fault(
        "wrap",
        r#"{"x":1,"w":{"x":0}}"#,
        "`value.w.x`: expected an integer from 1 to 255, got 0",
    );
    assert_fault(
        "slashed",
        r#"{"w":1,"more":[{"w":0,"more":[]}]}"#,
        "`value.more[0].w`: expected an integer from 1 to 255, got 0",
    );
    assert_fault(
        "two_flat",
        r#"{"type":"a","x":0,"kind":"c","y":1}"#,
        "`value.x`: expected an integer from 1 to 255, got 0",
    );
}

#[test]
fn what_only_a_decoder_knows_is_no_fault_beside_a_limit() {
    assert_eq!(
        text("line", r#"{"value":{"qty":3,"colour":"grey"}}"#),
        "taken"
    );
    assert_fault(
        "line",
        r#"{"quantity":0,"colour":"grey"}"#,
        "`value.quantity`: expected an integer from 1 to 255, got 0",
    );
}

#[test]
fn a_number_beyond_all_is_quoted_as_it_came() {
    assert_fault(
        "float",
        "1e400",
        "`value`: expected a number, got 1e400, which is out of range",
    );
    let faults = faults("line", r#"{"quantity":1,"other":1e400}"#);
    assert_eq!(faults, ["`value.other`: number out of range, got 1e400"]);
    assert_fault(
        "halves",
        "1000000000.25",
        "`value`: expected a number that is a multiple of 0.5, got 1000000000.25",
    );
}

#[test]
fn a_flood_of_faults_is_told_in_part() {
    let members: Vec<_> = (0..5000)
        .map(|i| format!(r#""{i}{}":1"#, "x".repeat(200)))
        .collect();
    let text = text(
        "closed",
        &format!(r#"{{"value":{{"a":1,{}}}}}"#, members.join(",")),
    );
    assert!(text.len() < 5000, "{} bytes", text.len());
}
