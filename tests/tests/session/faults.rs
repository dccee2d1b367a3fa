//! Faults inside values: which place, what was wanted, and what a model may have meant.

use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroI8, NonZeroU8};

use mcp_core::{ToolSet, data, tool, tools};
use serde_json::Value;

use crate::{call, opened, reply};

#[data]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Celsius,
    Fahrenheit,
}

#[data]
enum External {
    Number(u8),
    Named { x: u8 },
    Nothing,
}

#[data]
enum Internal {
    Text { text: String },
    Number { x: u8, unit: Option<Unit> },
    Nothing,
}

#[data]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(u8),
    Named { x: u8 },
}

#[data]
#[serde(untagged)]
enum Untagged {
    Number(u8),
    Named { x: u8 },
    List(Vec<String>),
}

#[data]
struct Order {
    items: Vec<Item>,
    #[schemars(length(min = 2))]
    note: Option<String>,
}

#[data]
struct Item {
    sku: String,
    #[schemars(range(min = 1, max = 99))]
    count: u32,
    #[schemars(regex(pattern = r"^[a-z]+\d*$"))]
    code: Option<String>,
}

/// Members of another among one's own.
#[data]
struct Flat {
    id: u16,
    #[serde(flatten)]
    kind: Internal,
}

/// A sum of sums.
#[data]
enum Sum {
    Number { of: i8 },
    Both { left: Box<Sum>, right: Box<Sum> },
    Less { left: Box<Sum>, right: Box<Sum> },
}

/// A thing in things.
#[data]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

taking! {
    unit: Unit, external: External, internal: Internal, adjacent: Adjacent, untagged: Untagged,
    order: Order, tree: Tree, by_number: BTreeMap<u8, bool>, by_unit: BTreeMap<Unit, bool>, set: BTreeSet<u8>,
    flat: Flat, sum: Sum, int: i64, integers: Vec<i64>, float: f64, nothing: (), positive: NonZeroU8, any_but_zero: NonZeroI8, pair: (u8, String), letter: char
}

/// Takes limited numbers.
#[tool]
fn limited(
    #[arg(multiple_of = 5)] step: u32,
    #[arg(multiple_of = 0.1)] fine: f64,
    #[arg(pattern = "^[a-z]{2,}$", example = "ab")] word: &str,
) -> String {
    format!("{step} {fine} {word}")
}

fn set_of_all() -> ToolSet {
    tools![
        unit,
        external,
        internal,
        adjacent,
        untagged,
        order,
        tree,
        flat,
        sum,
        int,
        integers,
        nothing,
        float,
        by_number,
        by_unit,
        set,
        positive,
        any_but_zero,
        pair,
        letter,
        limited
    ]
}

fn text(tool: &str, arguments: &str) -> String {
    let answer = reply(
        &mut opened(set_of_all(), "2025-11-25"),
        call(tool, arguments),
    );
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    answer["result"]["content"][0]["text"]
        .as_str()
        .expect("a text")
        .to_owned()
}

/// The faults of a value, without what frames them. The arguments that are shown must be taken.
#[track_caller]
fn faults(tool: &str, value: &str) -> Vec<String> {
    let text = text(tool, &format!(r#"{{"value":{value}}}"#));
    if let Some((_, fitting)) = text.split_once("\nArguments that fit: ") {
        assert!(
            !self::text(tool, fitting).contains("was not run"),
            "{fitting}"
        );
    }
    let faults = text.lines().filter_map(|line| line.strip_prefix("- "));
    faults.map(str::to_owned).collect()
}

#[track_caller]
fn assert_fault(tool: &str, value: &str, fault: &str) {
    assert_eq!(faults(tool, value), [fault], "{value}");
}

#[test]
fn the_value_that_was_meant_is_told() {
    assert_fault(
        "unit",
        r#""celcius""#,
        r#"`value`: expected one of "celsius", "fahrenheit", got "celcius", did you mean "celsius"?"#,
    );
    assert_fault(
        "unit",
        r#""kelvin""#,
        r#"`value`: expected one of "celsius", "fahrenheit", got "kelvin""#,
    );
}

#[test]
fn a_variant_is_told_apart_in_the_way_it_is_written() {
    let forms = r#""nothing", or an object with `number`, or an object with `named`"#;
    assert_fault(
        "external",
        r#"{"d":1}"#,
        &format!(r#"`value`: expected {forms}, got {{"d":1}}"#),
    );
    assert_fault(
        "external",
        "5",
        &format!("`value`: expected {forms}, got 5"),
    );
    assert_fault(
        "external",
        r#"{"Named":{"x":1}}"#,
        &format!(r#"`value`: expected {forms}, got {{"Named":{{"x":1}}}}, did you mean `named`?"#),
    );
    assert_fault(
        "external",
        r#""noting""#,
        &format!(r#"`value`: expected {forms}, got "noting", did you mean "nothing"?"#),
    );
    assert_fault(
        "external",
        r#""number""#,
        &format!(r#"`value`: expected {forms}, got "number", did you mean {{"number": …}}?"#),
    );
    assert_fault(
        "external",
        r#"{"number":300}"#,
        "`value.number`: expected an integer from 0 to 255, got 300",
    );
    assert_fault(
        "external",
        r#"{"named":{}}"#,
        "`value.named.x`: missing, expected an integer from 0 to 255",
    );

    let tags = r#"one of "text", "number", "nothing""#;
    assert_fault(
        "internal",
        r#"{"type":"txt"}"#,
        &format!(r#"`value.type`: expected {tags}, got "txt", did you mean "text"?"#),
    );
    assert_fault(
        "internal",
        r#"{"x":1}"#,
        &format!("`value.type`: missing, expected {tags}"),
    );
    assert_fault(
        "internal",
        r#"{"typ":"number","x":1}"#,
        &format!("`value.type`: missing, expected {tags}; there is no `typ`, did you mean `type`?"),
    );
    assert_fault(
        "internal",
        r#"{"type":"number","x":-4}"#,
        "`value.x`: expected an integer from 0 to 255, got -4",
    );
    assert_fault(
        "internal",
        r#"{"type":"number","y":4}"#,
        "`value.x`: missing, expected an integer from 0 to 255",
    );

    assert_fault(
        "adjacent",
        r#"{"t":"number"}"#,
        "`value.c`: missing, expected an integer from 0 to 255",
    );
    assert_fault(
        "adjacent",
        r#"{"t":"named","c":{"x":"y"}}"#,
        r#"`value.c.x`: expected an integer from 0 to 255, got "y""#,
    );

    assert_fault(
        "untagged",
        r#"{"x":"u"}"#,
        r#"`value.x`: expected an integer from 0 to 255, got "u""#,
    );
    assert_fault(
        "untagged",
        r#"["a",5]"#,
        "`value[1]`: expected a string, got 5",
    );
    assert_fault(
        "untagged",
        "true",
        "`value`: expected an integer from 0 to 255, or an object with `x`, or a list, got true",
    );
}

#[test]
fn every_fault_inside_a_value_is_told_at_once() {
    assert_eq!(
        faults(
            "order",
            r#"{"items":[{"sku":"a","count":1},{"count":"many"},{"skuu":"b","count":2}]}"#
        ),
        [
            "`value.items[1].sku`: missing, expected a string",
            r#"`value.items[1].count`: expected an integer from 1 to 99, got "many""#,
            "`value.items[2].sku`: missing, expected a string; there is no `skuu`, did you mean `sku`?",
        ]
    );
    assert_fault(
        "tree",
        r#"{"name":"a","children":[{"name":1,"children":[]}]}"#,
        "`value.children[0].name`: expected a string, got 1",
    );
}

/// Takes few of a set.
#[tool]
fn few(#[arg(len = ..=2)] values: BTreeSet<u8>) -> usize {
    values.len()
}

#[test]
fn the_length_of_a_set_is_that_of_the_list_that_was_sent() {
    let set = || opened(tools![few], "2025-11-25");
    let taken = reply(&mut set(), call("few", r#"{"values":[1,1]}"#));
    assert!(taken.contains(r#""text":"1""#), "{taken}");
    let refused = reply(&mut set(), call("few", r#"{"values":[1,1,1]}"#));
    assert!(
        refused.contains("`values`: expected a list of at most 2 without repetitions, got [1,1,1]"),
        "{refused}"
    );
}

#[test]
fn limits_inside_a_type_are_held_to() {
    assert_eq!(
        text(
            "order",
            r#"{"value":{"items":[{"sku":"a","count":99,"code":"ab1"}],"note":null}}"#
        ),
        "taken"
    );
    assert_eq!(
        faults(
            "order",
            r#"{"items":[{"sku":"a","count":0},{"sku":"b","count":100,"code":"A"}],"note":"x"}"#
        ),
        [
            "`value.items[0].count`: expected an integer from 1 to 99, got 0",
            "`value.items[1].count`: expected an integer from 1 to 99, got 100",
            r#"`value.items[1].code`: expected a string that matches `^[a-z]+\d*$`, got "A""#,
            r#"`value.note`: expected a string of at least 2 characters, got "x""#,
        ]
    );
}

#[test]
fn steps_and_patterns_are_held_to() {
    assert_eq!(
        text("limited", r#"{"step":15,"fine":0.3,"word":"abc"}"#),
        "15 0.3 abc"
    );
    assert_eq!(
        text("limited", r#"{"step":7,"fine":0.25,"word":"A"}"#),
        "`limited` was not run, since its arguments do not fit:\n\
         - `step`: expected an integer from 0 to 4294967295 that is a multiple of 5, got 7\n\
         - `fine`: expected a number that is a multiple of 0.1, got 0.25\n\
         - `word`: expected a string that matches `^[a-z]{2,}$`, got \"A\"\n\
         Arguments that fit: {\"step\":5,\"fine\":0.1,\"word\":\"ab\"}"
    );
}

#[test]
fn numbers_keep_to_what_their_types_hold() {
    assert_fault(
        "positive",
        "0",
        "`value`: expected an integer from 1 to 255, got 0",
    );
    assert_fault(
        "any_but_zero",
        "0",
        "`value`: expected an integer from -128 to 127 other than 0, got 0",
    );
    assert_fault("pair", "[1]", "`value`: expected a list of 2, got [1]");
    assert_fault(
        "letter",
        r#""ab""#,
        r#"`value`: expected a string of one character, got "ab""#,
    );
    assert_fault(
        "by_number",
        r#"{"3":"x"}"#,
        r#"`value.3`: expected true or false, got "x""#,
    );
    assert_fault(
        "by_number",
        r#"{"a":true}"#,
        r#"`value`: a name in it does not fit, expected key to be a number in quotes, got "a""#,
    );
    assert_fault(
        "by_number",
        r#"{"3":true,"300":true}"#,
        r#"`value`: a name in it does not fit, expected an integer, got "300""#,
    );
    assert_fault(
        "by_unit",
        r#"{"kelvin":true}"#,
        "`value.kelvin`: unknown, the members are `celsius`, `fahrenheit`",
    );
    assert_eq!(text("set", r#"{"value":[1,1]}"#), "taken");
}

#[test]
fn a_fault_deep_in_a_long_value_is_found() {
    let children = vec![r#"{"name":"a","children":[]}"#; 4000].join(",");
    let value = format!(r#"{{"name":"a","children":[{children},{{"name":1,"children":[]}}]}}"#);
    assert_eq!(
        faults("tree", &value),
        ["`value.children[4000].name`: expected a string, got 1"]
    );
}

#[test]
fn a_fault_in_a_value_too_long_to_be_looked_through_is_found_where_the_decoder_stopped() {
    let children = vec![r#"{"name":"a","children":[]}"#; 50_000].join(",");
    let value = format!(r#"{{"name":"a","children":[{children},{{"name":1,"children":[]}}]}}"#);
    assert_eq!(
        faults("tree", &value),
        ["`value.children[50000].name`: expected a string, got 1"]
    );
}

#[test]
fn a_fault_deep_in_a_type_that_contains_itself_is_found_at_once() {
    let mut value = r#"{"type":"number","of":300}"#.to_owned();
    for _ in 0..60 {
        value = format!(r#"{{"type":"less","left":{{"type":"number","of":1}},"right":{value}}}"#);
    }
    let path = ".right".repeat(60);
    assert_eq!(
        faults("sum", &value),
        [format!(
            "`value{path}.of`: expected an integer from -128 to 127, got 300"
        )]
    );
}

#[test]
fn null_is_shown_where_nothing_else_fits() {
    let text = text("nothing", "{}");
    assert!(
        text.ends_with(r#"Arguments that fit: {"value":null}"#),
        "{text}"
    );
}

#[test]
fn what_a_struct_has_of_others_is_shown_with_its_own() {
    let text = text("flat", "{}");
    let fitting = r#"{"value":{"id":1,"type":"text","text":"text"}}"#;
    assert!(text.ends_with(fitting), "{text}");
}

#[test]
fn a_list_in_lists_is_shown_as_one_that_ends() {
    let text = text("tree", "{}");
    let fitting = r#"{"value":{"name":"text","children":[{"name":"text","children":[{"name":"text","children":[]}]}]}}"#;
    assert!(text.ends_with(fitting), "{text}");
}

/// What a decoder passes over is not passed over by the check of limits.
#[test]
fn limits_cannot_be_hidden_behind_what_is_too_deep_to_be_looked_at() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let fault = &faults(
        "order",
        &format!(r#"{{"items":[{{"sku":"a","count":0}}],"x":{deep}}}"#),
    )[0];
    assert!(fault.contains("it is nested too deeply"), "{fault}");
}

#[test]
fn many_values_of_one_list_are_mended() {
    let numbers = vec![r#""7""#; 20_000].join(",");
    assert_eq!(text("set", &format!(r#"{{"value":[{numbers}]}}"#)), "taken");
}

#[test]
fn json_is_taken_out_of_strings_in_variants_and_flattened_structs_too() {
    for (tool, value) in [
        ("internal", r#"{"type":"number","x":"5"}"#),
        ("internal", r#""{\"type\":\"number\",\"x\":\"5.0\"}""#),
        ("external", r#"{"named":"{\"x\":5}"}"#),
        ("adjacent", r#"{"c":{"x":"5"},"t":"named"}"#),
        ("untagged", r#"{"x":"5"}"#),
        ("flat", r#"{"id":"1","type":"number","x":"5"}"#),
        (
            "sum",
            r#"{"type":"both","left":{"type":"number","of":"1"},"right":"{\"type\":\"number\",\"of\":\"2\"}"}"#,
        ),
    ] {
        assert_eq!(
            text(tool, &format!(r#"{{"value":{value}}}"#)),
            "taken",
            "{value}"
        );
    }
    // What is wanted as a text stays one.
    assert_eq!(text("untagged", r#"{"value":["1","2"]}"#), "taken");
}

#[test]
fn what_was_sent_is_told_and_not_what_was_made_of_it() {
    assert_fault(
        "int",
        r#""9223372036854775808""#,
        r#"`value`: expected an integer, got "9223372036854775808", which is out of range"#,
    );
    assert_fault(
        "float",
        "1e400",
        "`value`: expected a number, got 1e400, which is out of range",
    );
    assert_fault(
        "int",
        &format!("{}{}", "[".repeat(200), "]".repeat(200)),
        &format!(
            "`value`: expected an integer, got {}… (400 bytes)",
            "[".repeat(60)
        ),
    );
}

#[test]
fn no_fault_names_a_type_of_rust_or_a_place_in_a_buffer() {
    let values = [
        "1",
        "-1",
        "true",
        "null",
        r#""x""#,
        "[]",
        "[1]",
        "{}",
        r#"{"a":1}"#,
        r#"{"type":1}"#,
    ];
    for tool in set_of_all().names() {
        for value in values {
            for fault in faults(tool, value) {
                for word in [
                    "u8", "u32", "enum", "struct", "variant", "line", "column", "Tree", "Order",
                ] {
                    assert!(!fault.contains(word), "{tool} {value}: {fault}");
                }
            }
        }
    }
}
