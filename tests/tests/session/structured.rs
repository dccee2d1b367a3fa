//! Structured results: a value, its JSON as text, and its schema, as each revision wants them.

use std::collections::{BTreeMap, HashMap};

use mcp_core::{Session, ToolSet, schemars, tool, tools};
use serde::Serialize;

use crate::{call, fresh, opened, reply, stateless};

#[derive(Serialize, schemars::JsonSchema)]
struct Point {
    x: i64,
    label: Option<String>,
}

/// One point.
#[tool]
fn point() -> Point {
    Point { x: 1, label: None }
}

/// Many points.
#[tool]
fn points() -> Vec<Point> {
    vec![Point { x: 1, label: None }]
}

/// A point or none.
#[tool]
fn maybe(yes: bool) -> Option<Point> {
    yes.then_some(Point { x: 1, label: None })
}

/// A point or a reason.
#[tool]
fn found(yes: bool) -> Result<Point, String> {
    yes.then_some(Point { x: 1, label: None })
        .ok_or_else(|| "no \"point\"".to_owned())
}

/// Anything.
#[tool]
fn anything() -> serde_json::Value {
    serde_json::json!([1, null])
}

/// A type and a word.
#[tool]
fn pair() -> (i64, String) {
    (1, "a".to_owned())
}

/// Keys that are numbers.
#[tool]
fn by_number() -> BTreeMap<u32, bool> {
    BTreeMap::from([(7, true)])
}

/// A shape.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

/// A shape.
#[tool]
fn shape(round: bool) -> Shape {
    if round {
        Shape::Circle { radius: 1.0 }
    } else {
        Shape::Square { side: 2.0 }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
struct Tree {
    children: Vec<Tree>,
}

/// A tree with one branch.
#[tool]
fn tree() -> Tree {
    Tree {
        children: vec![Tree {
            children: Vec::new(),
        }],
    }
}

/// No trees.
#[tool]
fn forest() -> Vec<Tree> {
    Vec::new()
}

fn all() -> ToolSet {
    tools![
        point, points, maybe, found, anything, pair, by_number, shape, tree
    ]
}

/// The result of a call without its label, in each of the versions.
fn results(tool: &str, arguments: &str) -> [(String, &'static str); 4] {
    let in_session = |version| {
        let answer = reply(&mut opened(all(), version), call(tool, arguments));
        let result = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":"#);
        result
            .and_then(|result| result.strip_suffix('}'))
            .expect("a result")
            .to_owned()
    };
    let params = format!(r#","name":"{tool}","arguments":{arguments}"#);
    let answer = reply(&mut fresh(all()), stateless("tools/call", &params));
    let result = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":"#);
    let label = r#","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#;
    let result = result
        .and_then(|result| result.strip_suffix(label))
        .expect("a labelled result");
    [
        (in_session("2025-03-26"), "2025-03-26"),
        (in_session("2025-06-18"), "2025-06-18"),
        (in_session("2025-11-25"), "2025-11-25"),
        (format!("{result}}}"), "2026-07-28"),
    ]
}

/// A result has the text in each version, and the structured content that sessions and stateless
/// requests get.
#[track_caller]
fn assert_results(tool: &str, arguments: &str, text: &str, session: &str, stateless: &str) {
    let plain = format!(r#"{{"content":[{{"type":"text","text":{text}}}],"isError":false}}"#);
    let with = |structured: &str| {
        plain.replace(
            r#","isError""#,
            &format!(r#","structuredContent":{structured},"isError""#),
        )
    };
    for (result, version) in results(tool, arguments) {
        let expected = match version {
            "2025-03-26" => plain.clone(),
            "2026-07-28" => with(stateless),
            _ => with(session),
        };
        assert_eq!(result, expected, "{version}");
    }
}

#[test]
fn an_object_is_sent_as_it_is_wherever_there_is_structure() {
    let object = r#"{"x":1,"label":null}"#;
    assert_results(
        "point",
        "{}",
        r#""{\"x\":1,\"label\":null}""#,
        object,
        object,
    );
    assert_results(
        "found",
        r#"{"yes":true}"#,
        r#""{\"x\":1,\"label\":null}""#,
        object,
        object,
    );
}

#[test]
fn a_list_is_wrapped_where_only_objects_are_allowed() {
    assert_results(
        "points",
        "{}",
        r#""[{\"x\":1,\"label\":null}]""#,
        r#"{"result":[{"x":1,"label":null}]}"#,
        r#"[{"x":1,"label":null}]"#,
    );
    assert_results(
        "pair",
        "{}",
        r#""[1,\"a\"]""#,
        r#"{"result":[1,"a"]}"#,
        r#"[1,"a"]"#,
    );
}

#[test]
fn a_value_that_may_be_null_is_wrapped_whether_it_is_or_not() {
    assert_results(
        "maybe",
        r#"{"yes":false}"#,
        r#""null""#,
        r#"{"result":null}"#,
        "null",
    );
    assert_results(
        "maybe",
        r#"{"yes":true}"#,
        r#""{\"x\":1,\"label\":null}""#,
        r#"{"result":{"x":1,"label":null}}"#,
        r#"{"x":1,"label":null}"#,
    );
}

#[test]
fn a_value_of_any_kind_is_wrapped() {
    assert_results(
        "anything",
        "{}",
        r#""[1,null]""#,
        r#"{"result":[1,null]}"#,
        "[1,null]",
    );
}

#[test]
fn keys_that_are_numbers_are_written_as_strings() {
    let object = r#"{"7":true}"#;
    assert_results("by_number", "{}", r#""{\"7\":true}""#, object, object);
}

#[test]
fn a_failure_has_no_structure() {
    for (result, version) in results("found", r#"{"yes":false}"#) {
        assert_eq!(
            result, r#"{"content":[{"type":"text","text":"no \"point\""}],"isError":true}"#,
            "{version}"
        );
    }
}

#[test]
fn bad_arguments_have_no_structure() {
    for (result, version) in results("found", r#"{"yes":"perhaps"}"#) {
        assert_eq!(
            result,
            r#"{"content":[{"type":"text","text":"`found` was not run, since its arguments do not fit:\n- `yes`: expected true or false, got \"perhaps\"\nArguments that fit: {\"yes\":true}"}],"isError":true}"#,
            "{version}"
        );
    }
}

/// The output schema of a server's only tool in a version's list.
fn output_schema(tools: ToolSet, version: &str) -> String {
    let answer = match version {
        "2026-07-28" => reply(&mut fresh(tools), stateless("tools/list", "")),
        version => reply(
            &mut opened(tools, version),
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        ),
    };
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("answers are JSON");
    match answer.pointer("/result/tools/0/outputSchema") {
        Some(schema) => schema.to_string(),
        None => String::new(),
    }
}

const POINT: &str = r#"{"type":"object","properties":{"x":{"type":"integer"},"label":{"type":["string","null"]}},"required":["x","label"]}"#;

#[test]
fn a_revision_without_structure_lists_no_output_schema() {
    assert_eq!(output_schema(tools![point], "2024-11-05"), "");
    assert_eq!(output_schema(tools![point], "2025-03-26"), "");
}

#[test]
fn text_has_no_output_schema() {
    /// Text.
    #[tool]
    fn text(fail: bool) -> Result<Option<String>, &'static str> {
        if fail { Err("failed") } else { Ok(None) }
    }

    for version in ["2025-11-25", "2026-07-28"] {
        assert_eq!(output_schema(tools![text], version), "");
    }
}

#[test]
fn the_schema_of_an_object_is_exact_in_every_revision() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        assert_eq!(output_schema(tools![point], version), POINT);
        assert_eq!(output_schema(tools![found], version), POINT);
    }
}

#[test]
fn the_schema_of_anything_else_is_wrapped_where_only_objects_are_allowed() {
    let list = format!(r#"{{"type":"array","items":{POINT}}}"#);
    let maybe_point = POINT.replacen(r#""object""#, r#"["object","null"]"#, 1);
    for (tools, bare) in [
        (|| tools![points], list.as_str()),
        (|| tools![maybe], &maybe_point),
        (|| tools![anything], "{}"),
    ] as [(fn() -> ToolSet, &str); 3]
    {
        assert_eq!(output_schema(tools(), "2026-07-28"), bare);
        for version in ["2025-06-18", "2025-11-25"] {
            assert_eq!(
                output_schema(tools(), version),
                format!(
                    r#"{{"type":"object","properties":{{"result":{bare}}},"required":["result"]}}"#
                )
            );
        }
    }
}

#[test]
fn a_wrapped_schema_keeps_its_definitions_at_the_root() {
    let definitions = r##""$defs":{"Tree":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"required":["children"]}}"##;
    let trees = r##"{"type":"array","items":{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"required":["children"]}"##;
    assert_eq!(
        output_schema(tools![forest], "2025-11-25"),
        format!(
            r#"{{"type":"object","properties":{{"result":{trees}}}}},"required":["result"],{definitions}}}"#
        )
    );
    assert_eq!(
        output_schema(tools![forest], "2026-07-28"),
        format!("{trees},{definitions}}}")
    );
}

#[test]
fn a_result_fits_the_schema_that_was_listed_for_it() {
    // Where the schema has `result`, so has the value.
    for (tools, name, arguments) in [
        (tools![point], "point", "{}"),
        (tools![points], "points", "{}"),
        (tools![maybe], "maybe", r#"{"yes":false}"#),
        (tools![shape], "shape", r#"{"round":true}"#),
        (tools![shape], "shape", r#"{"round":false}"#),
        (tools![tree], "tree", "{}"),
    ] {
        let mut session = opened(tools, "2025-11-25");
        let list = reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        );
        let list: serde_json::Value = serde_json::from_str(&list).unwrap();
        let schema = &list["result"]["tools"][0]["outputSchema"];
        let answer = reply(&mut session, call(name, arguments));
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let content = answer["result"]["structuredContent"].as_object().unwrap();
        assert_eq!(schema["type"], "object", "{name}");
        let unions = schema["oneOf"].as_array().into_iter().flatten();
        let fits = |schema: &serde_json::Value| {
            let mut required = schema["required"].as_array().into_iter().flatten();
            required.all(|required| content.contains_key(required.as_str().unwrap()))
        };
        assert!(fits(schema), "{name}");
        assert_eq!(unions.clone().any(fits), unions.count() > 0, "{name}");
    }
}

/// Numbers.
#[derive(Serialize, schemars::JsonSchema)]
struct Stats {
    mean: f64,
    more: Option<Vec<f32>>,
}

/// A mean that may not be one.
#[tool]
fn stats(which: u8) -> Stats {
    match which {
        0 => Stats {
            mean: f64::NAN,
            more: None,
        },
        1 => Stats {
            mean: 1.0,
            more: Some(vec![0.0, f32::INFINITY]),
        },
        2 => Stats {
            mean: f64::NEG_INFINITY,
            more: Some(Vec::new()),
        },
        _ => Stats {
            mean: 1.0,
            more: None,
        },
    }
}

/// Pairs as keys.
#[tool]
fn by_pair() -> HashMap<String, BTreeMap<(u8, u8), u8>> {
    HashMap::from([("inner".to_owned(), BTreeMap::from([((1, 2), 3)]))])
}

/// One number.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(transparent)]
struct Alone(f64);

/// A number that is not one.
#[tool]
fn alone() -> Alone {
    Alone(f64::NAN)
}

/// Says that it cannot be written.
#[derive(schemars::JsonSchema)]
struct Unwilling;

impl Serialize for Unwilling {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("not today"))
    }
}

/// A value that refuses.
#[tool]
fn unwilling() -> Unwilling {
    Unwilling
}

fn without_form() -> Session {
    opened(tools![stats, by_pair, alone, unwilling], "2025-11-25")
}

#[test]
fn a_value_without_a_json_form_is_a_failure_that_says_where() {
    let mut session = without_form();
    for (tool, arguments, reason) in [
        ("stats", r#"{"which":0}"#, "`mean` is NaN"),
        ("stats", r#"{"which":1}"#, "`more[1]` is inf"),
        ("stats", r#"{"which":2}"#, "`mean` is -inf"),
        ("alone", "{}", "`result` is NaN"),
        ("by_pair", "{}", "key must be a string"),
        ("unwilling", "{}", "not today"),
    ] {
        assert_eq!(
            reply(&mut session, call(tool, arguments)),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"the tool's result has no JSON form: {reason}"}}],"isError":true}}}}"#
            )
        );
    }
}

#[test]
fn a_null_that_is_meant_is_no_failure() {
    assert_eq!(
        reply(&mut without_form(), call("stats", r#"{"which":9}"#)),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"mean\":1.0,\"more\":null}"}],"structuredContent":{"mean":1.0,"more":null},"isError":false}}"#
    );
}
