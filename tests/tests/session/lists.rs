//! `tools/list`: order, pages, schemas.

use std::num::NonZeroUsize;

use mcp_core::{Json, Server, Session, ToolSet, data, schemars, tool, tools};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{add, fresh, opened, reply, shaken, stateless};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// One.
#[tool]
fn zebra() {}

/// Two.
#[tool]
fn ape() {}

/// Three.
#[tool]
fn mouse() {}

/// The entry of a server's only tool in 2025-11-25.
fn entry(tools: ToolSet) -> String {
    let answer = reply(&mut opened(tools, "2025-11-25"), LIST);
    let start = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":["#;
    let entry = answer.strip_prefix(start).expect("a list");
    entry
        .strip_suffix("]}}")
        .expect("nothing but a list")
        .to_owned()
}

#[test]
fn tools_are_listed_in_the_order_they_were_given() {
    let mut session = opened(tools![zebra, ape].and(tools![mouse]), "2025-11-25");
    let list = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"zebra","description":"One.","inputSchema":{"type":"object","properties":{}}},{"name":"ape","description":"Two.","inputSchema":{"type":"object","properties":{}}},{"name":"mouse","description":"Three.","inputSchema":{"type":"object","properties":{}}}]}}"#;
    assert_eq!(reply(&mut session, LIST), list);
    assert_eq!(reply(&mut session, LIST), list);
}

#[test]
fn parameters_may_be_left_out_null_or_empty() {
    let mut session = opened(tools![add], "2025-11-25");
    let list = reply(&mut session, LIST);
    for params in [
        "null",
        "{}",
        r#"{"cursor":null}"#,
        r#"{"_meta":{}}"#,
        r#"{"_meta":null}"#,
    ] {
        let frame =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{params}}}"#);
        assert_eq!(reply(&mut session, frame), list, "{params}");
    }
}

fn paged() -> Session {
    let tools = tools![zebra, ape, mouse];
    let two = NonZeroUsize::new(2).unwrap();
    let server = Server::builder("test", "1.0.0").tools(tools).page_size(two);
    Session::new(server.build().unwrap())
}

#[test]
fn pages_follow_one_another_and_the_last_has_no_cursor() {
    let mut session = shaken(paged(), "2025-11-25");
    assert_eq!(
        reply(&mut session, LIST),
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"zebra","description":"One.","inputSchema":{"type":"object","properties":{}}},{"name":"ape","description":"Two.","inputSchema":{"type":"object","properties":{}}}],"nextCursor":"1"}}"#
    );
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"1"}}"#
        ),
        r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"mouse","description":"Three.","inputSchema":{"type":"object","properties":{}}}]}}"#
    );
}

#[test]
fn each_page_of_a_stateless_list_says_how_long_it_may_be_kept() {
    let mut session = paged();
    let first = reply(&mut session, stateless("tools/list", ""));
    let second = reply(&mut session, stateless("tools/list", r#","cursor":"1""#));
    let end = r#""ttlMs":0,"cacheScope":"private","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.0.0"}}}}"#;
    assert!(
        first.ends_with(&format!(r#"],"nextCursor":"1",{end}"#)),
        "{first}"
    );
    assert!(second.ends_with(&format!("],{end}")), "{second}");
}

#[test]
fn a_page_that_holds_all_tools_is_the_only_one() {
    let tools = tools![zebra, ape, mouse];
    let three = NonZeroUsize::new(3).unwrap();
    let server = Server::builder("test", "1.0.0")
        .tools(tools)
        .page_size(three);
    let session = Session::new(server.build().unwrap());
    let list = reply(&mut shaken(session, "2025-11-25"), LIST);
    assert!(!list.contains("nextCursor"), "{list}");
}

#[test]
fn a_cursor_that_was_not_given_out_is_refused() {
    for mut session in [
        shaken(paged(), "2025-11-25"),
        opened(tools![add], "2025-11-25"),
    ] {
        for cursor in [
            "",
            "0",
            "2",
            "01",
            "+1",
            " 1",
            "-1",
            "x",
            "99999999999999999999",
        ] {
            let frame = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"cursor":"{cursor}"}}}}"#
            );
            assert_eq!(
                reply(&mut session, frame),
                r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`cursor` is not one that this server gave"}}"#,
                "{cursor}"
            );
        }
        for cursor in ["1", "true", "{}", "[]"] {
            let frame = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"cursor":{cursor}}}}}"#
            );
            assert_eq!(
                reply(&mut session, frame),
                r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`cursor` must be a string"}}"#
            );
        }
    }
}

/// Moves something.
#[tool]
#[expect(clippy::too_many_arguments, reason = "one of each kind")]
fn everything(
    /// How far.
    far: u8,
    small: i8,
    unit: i32,
    long: u64,
    share: f64,
    yes: bool,
    letter: char,
    text: String,
    list: Vec<String>,
    pair: (f64, f64),
    map: std::collections::BTreeMap<String, i32>,
    any: Value,
    maybe: Option<String>,
    #[arg(default = 5)] number: i64,
    r#type: String,
    _unused: bool,
    #[arg(name = "from")] origin: String,
) {
    let _ = (far, small, unit, long, share, yes, letter, text, list, pair);
    let _ = (map, any, maybe, number, r#type, origin);
}

#[test]
fn a_schema_says_what_each_kind_of_argument_takes() {
    let entry: Value = serde_json::from_str(&entry(tools![everything])).unwrap();
    assert_eq!(
        entry["inputSchema"]["properties"],
        json!({
            "far": {"type": "integer", "minimum": 0, "maximum": 255, "description": "How far."},
            "small": {"type": "integer", "minimum": -128, "maximum": 127},
            "unit": {"type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647},
            "long": {"type": "integer", "minimum": 0},
            "share": {"type": "number"},
            "yes": {"type": "boolean"},
            "letter": {"type": "string", "minLength": 1, "maxLength": 1},
            "text": {"type": "string"},
            "list": {"type": "array", "items": {"type": "string"}},
            "pair": {
                "type": "array",
                "prefixItems": [{"type": "number"}, {"type": "number"}],
                "items": {"type": "number"},
                "minItems": 2,
                "maxItems": 2,
            },
            "map": {
                "type": "object",
                "additionalProperties":
                    {"type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647},
            },
            "any": {"type": ["string", "number", "boolean", "object", "array", "null"]},
            "maybe": {"type": "string"},
            "number": {"type": "integer", "default": 5},
            "type": {"type": "string"},
            "unused": {"type": "boolean"},
            "from": {"type": "string"},
        })
    );
}

#[test]
fn arguments_are_listed_in_the_order_of_the_parameters() {
    let entry: Value = serde_json::from_str(&entry(tools![everything])).unwrap();
    let schema = &entry["inputSchema"];
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        [
            "far", "small", "unit", "long", "share", "yes", "letter", "text", "list", "pair",
            "map", "any", "maybe", "number", "type", "unused", "from"
        ]
    );
    assert_eq!(
        schema["required"],
        json!([
            "far", "small", "unit", "long", "share", "yes", "letter", "text", "list", "pair",
            "map", "any", "type", "unused", "from"
        ])
    );
}

/// How a greeting sounds.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    /// As it is.
    Plain,
    /// In capitals.
    Loud,
}

/// Greets.
#[tool]
fn greet(style: Style, other: Option<Style>) {
    let _ = (style, other);
}

#[test]
fn an_enum_is_one_flat_list_and_its_words_are_the_description() {
    let style = r#"{"description":"How a greeting sounds.\n- plain: As it is.\n- loud: In capitals.","type":"string","enum":["plain","loud"]}"#;
    assert_eq!(
        entry(tools![greet]),
        format!(
            r#"{{"name":"greet","description":"Greets.","inputSchema":{{"type":"object","properties":{{"style":{style},"other":{style}}},"required":["style"]}}}}"#
        )
    );
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

/// Counts.
#[tool]
fn count(tree: Tree) -> usize {
    tree.name.len() + tree.children.len()
}

/// Counts.
#[tool(strict)]
fn count_exactly(tree: Tree) -> usize {
    tree.name.len() + tree.children.len()
}

#[test]
fn a_type_that_contains_itself_is_named_where_the_list_is_exact() {
    assert_eq!(
        entry(tools![count_exactly]),
        r##"{"name":"count_exactly","description":"Counts.","inputSchema":{"type":"object","properties":{"tree":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"required":["name"]}},"required":["tree"],"additionalProperties":false,"$defs":{"Tree":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"required":["name"]}}}}"##
    );
}

#[test]
fn a_type_that_contains_itself_is_written_out_some_way_for_models() {
    assert_eq!(
        entry(tools![count]),
        r#"{"name":"count","description":"Counts.","inputSchema":{"type":"object","properties":{"tree":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"type":"object"}}},"required":["name"]}}},"required":["name"]}}},"required":["name"]}},"required":["tree"]}}"#
    );
}

/// One of two.
#[data(input)]
#[expect(dead_code, reason = "only its schema matters")]
enum Shape {
    Dot {},
    Circle { radius: f64 },
}

/// Says how it is called.
#[tool]
#[expect(unused_variables, reason = "only its schema matters")]
fn named(shape: Shape) -> Json<String> {
    Json(String::new())
}

#[test]
fn variants_are_named_in_a_way_that_models_are_told_and_results_in_words_of_their_own() {
    let entry: Value = serde_json::from_str(&entry(tools![named])).expect("an entry is JSON");
    let branches = &entry["inputSchema"]["properties"]["shape"]["oneOf"];
    assert_eq!(
        branches[1]["properties"]["type"],
        json!({"type": "string", "enum": ["circle"]})
    );
    assert_eq!(
        entry["outputSchema"]["properties"]["result"],
        json!({"type": "string"})
    );
}

#[tool(strict)]
fn undocumented(a: bool) {
    let _ = a;
}

#[test]
fn a_strict_tool_says_so_and_a_tool_without_words_has_its_name() {
    assert_eq!(
        entry(tools![undocumented]),
        r#"{"name":"undocumented","description":"undocumented","inputSchema":{"type":"object","properties":{"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false}}"#
    );
}

#[test]
fn a_strict_server_makes_all_its_tools_strict() {
    let server = Server::builder("test", "1.0.0")
        .tools(tools![zebra])
        .strict();
    let session = Session::new(server.build().unwrap());
    assert_eq!(
        reply(&mut shaken(session, "2025-11-25"), LIST),
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"zebra","description":"One.","inputSchema":{"type":"object","properties":{},"additionalProperties":false}}]}}"#
    );
}

#[test]
fn a_prefix_is_part_of_the_name() {
    let mut session = opened(tools![zebra].prefix("zoo."), "2025-11-25");
    let list = reply(&mut session, LIST);
    assert!(list.contains(r#"{"name":"zoo.zebra","#), "{list}");
    assert_eq!(
        reply(
            &mut session,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zoo.zebra"}}"#
        ),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":false}}"#
    );
}

/// Refuses to be described.
struct Shy;

impl serde::Serialize for Shy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl schemars::JsonSchema for Shy {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Shy".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        panic!("a schema that fails");
    }
}

/// Returns something that cannot be described.
#[tool]
fn shy() -> Shy {
    Shy
}

#[test]
fn a_schema_that_panics_is_an_internal_error_and_the_session_goes_on() {
    let mut session = fresh(tools![add, shy]);
    let failed = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the server failed unexpectedly"}}"#;
    for _ in 0..2 {
        assert_eq!(reply(&mut session, stateless("tools/list", "")), failed);
    }
    let sum = reply(
        &mut session,
        stateless("tools/call", r#","name":"add","arguments":{"a":1,"b":2}"#),
    );
    assert!(sum.contains(r#""text":"3""#), "{sum}");
}
