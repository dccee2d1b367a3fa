//! Arguments: what is taken, what is mended, and what the model reads about the rest.

use std::collections::BTreeMap;

use mcp_core::{Server, Session, ToolSet, schemars, tool, tools};
use serde::Deserialize;

use crate::{add, call, opened, reply, shaken};

/// Which rows are wanted.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
struct Filter {
    limit: u8,
    #[serde(default)]
    tags: Vec<String>,
}

/// How a greeting sounds.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    #[default]
    Plain,
    Loud,
}

/// Takes one integer.
#[tool]
fn int(n: i64) -> String {
    n.to_string()
}

/// Takes one small number.
#[tool]
fn byte(n: u8) -> String {
    n.to_string()
}

/// Takes one number.
#[tool]
fn float(n: f64) -> String {
    n.to_string()
}

/// Takes a truth.
#[tool]
fn truth(yes: bool) -> String {
    yes.to_string()
}

/// Takes a letter.
#[tool]
fn letter(c: char) -> String {
    c.to_string()
}

/// Takes a text.
#[tool]
fn text(text: String) -> String {
    text
}

/// Takes a list.
#[tool]
fn list(values: Vec<i64>) -> String {
    format!("{values:?}")
}

/// Takes a map.
#[tool]
fn map(counts: BTreeMap<String, u8>) -> String {
    format!("{counts:?}")
}

/// Takes a struct.
#[tool]
fn filter(filter: Filter) -> String {
    format!("{} {:?}", filter.limit, filter.tags)
}

/// Takes many structs.
#[tool]
fn filters(filters: Vec<Filter>) -> String {
    filters.len().to_string()
}

/// Takes anything.
#[tool]
fn any(value: serde_json::Value) -> String {
    value.to_string()
}

/// Takes what may be left out.
#[tool]
fn greet(
    user_name: String,
    greeting: Option<String>,
    #[arg(default)] style: Style,
    #[arg(default = 2)] times: u8,
) -> String {
    format!("{user_name} {greeting:?} {style:?} {times}")
}

/// Takes nothing.
#[tool]
fn nothing() {}

fn all() -> ToolSet {
    tools![
        int, byte, float, truth, letter, text, list, map, filter, filters, any, greet, nothing, add
    ]
}

/// What a tool answers with; `Err` if it was refused.
fn outcome(tool: &str, arguments: &str) -> Result<String, String> {
    said(&mut opened(all(), "2025-11-25"), tool, arguments)
}

fn strict(tool: &str, arguments: &str) -> Result<String, String> {
    let server = Server::builder("test", "1.0.0").tools(all()).strict();
    let session = Session::new(server.build().unwrap());
    said(&mut shaken(session, "2025-11-25"), tool, arguments)
}

fn said(session: &mut Session, tool: &str, arguments: &str) -> Result<String, String> {
    let answer = reply(session, call(tool, arguments));
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("answers are JSON");
    let text = answer["result"]["content"][0]["text"].as_str();
    let text = text.expect("a result with a text").to_owned();
    match &answer["result"]["isError"] {
        serde_json::Value::Bool(false) => Ok(text),
        _ => Err(text),
    }
}

/// The one fault that a tool is refused for.
#[track_caller]
fn fault(outcome: Result<String, String>) -> String {
    let text = outcome.expect_err("a refusal");
    let (_, fault) = text
        .split_once(" was not run, since its arguments do not fit:\n- ")
        .expect("a fault");
    let (fault, _) = parted(fault);
    assert!(!fault.contains('\n'), "one fault: {fault}");
    fault.to_owned()
}

/// The faults, and the arguments that are shown because of them.
fn parted(text: &str) -> (&str, Option<&str>) {
    match text.split_once("\nArguments that fit: ") {
        Some((faults, fitting)) => (faults, Some(fitting)),
        None => (text, None),
    }
}

#[track_caller]
fn assert_taken(tool: &str, arguments: &str, answer: &str) {
    assert_eq!(
        outcome(tool, arguments),
        Ok(answer.to_owned()),
        "{arguments}"
    );
}

#[track_caller]
fn assert_refused(tool: &str, arguments: &str, why: &str) {
    let refused = outcome(tool, arguments);
    assert_eq!(fault(refused.clone()), why, "{arguments}");
    // What is shown to a model is true.
    let text = refused.unwrap_err();
    let fitting = parted(&text).1.expect("arguments that fit");
    assert!(outcome(tool, fitting).is_ok(), "{fitting}");
}

#[test]
fn all_faults_are_told_at_once_in_the_order_of_the_parameters() {
    assert_eq!(
        outcome("greet", r#"{"times":300,"style":"shout","greeting":5}"#),
        Err(concat!(
            "`greet` was not run, since its arguments do not fit:\n",
            "- `user_name`: missing, expected a string\n",
            "- `greeting`: expected a string, got 5\n",
            "- `style`: expected one of \"plain\", \"loud\", got \"shout\"\n",
            "- `times`: expected an integer from 0 to 255, got 300\n",
            "Arguments that fit: {\"user_name\":\"text\"}",
        )
        .to_owned())
    );
}

#[test]
fn a_missing_argument_is_named_with_what_it_should_be() {
    assert_refused("int", "{}", "`n`: missing, expected an integer");
    assert_refused(
        "byte",
        "{}",
        "`n`: missing, expected an integer from 0 to 255",
    );
    assert_refused("float", "{}", "`n`: missing, expected a number");
    assert_refused("truth", "{}", "`yes`: missing, expected true or false");
    assert_refused("text", "{}", "`text`: missing, expected a string");
    assert_refused("list", "{}", "`values`: missing, expected a list");
    assert_refused("map", "{}", "`counts`: missing, expected an object");
    assert_refused("filter", "{}", "`filter`: missing, expected an object");
    assert_refused("any", "{}", "`value`: missing, expected a value");
}

#[test]
fn an_argument_of_another_type_is_named_with_what_it_should_be() {
    assert_refused(
        "int",
        r#"{"n":"x"}"#,
        r#"`n`: expected an integer, got "x""#,
    );
    assert_refused("int", r#"{"n":true}"#, "`n`: expected an integer, got true");
    assert_refused("int", r#"{"n":null}"#, "`n`: expected an integer, got null");
    assert_refused("int", r#"{"n":5.5}"#, "`n`: expected an integer, got 5.5");
    assert_refused("int", r#"{"n":[5]}"#, "`n`: expected an integer, got [5]");
    assert_refused(
        "float",
        r#"{"n":"NaN"}"#,
        r#"`n`: expected a number, got "NaN""#,
    );
    assert_refused(
        "truth",
        r#"{"yes":"maybe"}"#,
        r#"`yes`: expected true or false, got "maybe""#,
    );
    assert_refused(
        "truth",
        r#"{"yes":1}"#,
        "`yes`: expected true or false, got 1",
    );
    assert_refused("text", r#"{"text":5}"#, "`text`: expected a string, got 5");
    assert_refused(
        "text",
        r#"{"text":null}"#,
        "`text`: expected a string, got null",
    );
    assert_refused(
        "list",
        r#"{"values":5}"#,
        "`values`: expected a list, got 5",
    );
    assert_refused(
        "map",
        r#"{"counts":[]}"#,
        "`counts`: expected an object, got []",
    );
    assert_refused(
        "filter",
        r#"{"filter":"x"}"#,
        r#"`filter`: expected an object, got "x""#,
    );
}

#[test]
fn a_number_out_of_range_is_named_with_its_bounds() {
    assert_refused(
        "byte",
        r#"{"n":256}"#,
        "`n`: expected an integer from 0 to 255, got 256",
    );
    assert_refused(
        "byte",
        r#"{"n":-1}"#,
        "`n`: expected an integer from 0 to 255, got -1",
    );
    assert_refused(
        "byte",
        r#"{"n":"300"}"#,
        "`n`: expected an integer from 0 to 255, got \"300\"",
    );
    assert_refused(
        "byte",
        r#"{"n":300.0}"#,
        "`n`: expected an integer from 0 to 255, got 300.0",
    );
}

#[test]
fn an_unknown_value_of_an_enum_is_answered_with_the_known_ones() {
    assert_refused(
        "greet",
        r#"{"user_name":"a","style":"Loud"}"#,
        r#"`style`: expected one of "plain", "loud", got "Loud", did you mean "loud"?"#,
    );
    assert_refused(
        "greet",
        r#"{"user_name":"a","style":1}"#,
        r#"`style`: expected one of "plain", "loud", got 1"#,
    );
}

#[test]
fn a_fault_inside_a_value_is_named_by_its_path() {
    assert_refused(
        "list",
        r#"{"values":[1,"x",3]}"#,
        r#"`values[1]`: expected an integer, got "x""#,
    );
    assert_refused(
        "map",
        r#"{"counts":{"a":1,"b":300}}"#,
        "`counts.b`: expected an integer from 0 to 255, got 300",
    );
    assert_refused(
        "filter",
        r#"{"filter":{"limit":300}}"#,
        "`filter.limit`: expected an integer from 0 to 255, got 300",
    );
    assert_refused(
        "filter",
        r#"{"filter":{"limit":1,"tags":["a",null]}}"#,
        "`filter.tags[1]`: expected a string, got null",
    );
    assert_refused(
        "filters",
        "{\"filters\":[{\"limit\":1},\n {\"limit\": true}]}",
        "`filters[1].limit`: expected an integer from 0 to 255, got true",
    );
}

#[test]
fn a_member_that_is_missing_inside_a_value_is_named() {
    assert_refused(
        "filter",
        r#"{"filter":{"tags":[]}}"#,
        "`filter.limit`: missing, expected an integer from 0 to 255",
    );
    assert_refused(
        "filters",
        r#"{"filters":[{"limit":1},{}]}"#,
        "`filters[1].limit`: missing, expected an integer from 0 to 255",
    );
}

#[test]
fn a_long_value_is_quoted_in_part() {
    let long = "é".repeat(1000);
    assert_refused(
        "int",
        &format!(r#"{{"n":"{long}"}}"#),
        &format!(
            "`n`: expected an integer, got \"{}… (2002 bytes)",
            "é".repeat(59)
        ),
    );
}

#[test]
fn what_may_be_left_out_may_be_null_too() {
    let plain = "Ann None Plain 2";
    assert_taken("greet", r#"{"user_name":"Ann"}"#, plain);
    assert_taken(
        "greet",
        r#"{"user_name":"Ann","greeting":null,"style":null,"times":null}"#,
        plain,
    );
    assert_taken(
        "greet",
        r#"{"user_name":"Ann","greeting":"","style":"loud","times":0}"#,
        "Ann Some(\"\") Loud 0",
    );
}

#[test]
fn a_whole_number_is_an_integer_however_it_is_written() {
    assert_taken("int", r#"{"n":3.0}"#, "3");
    assert_taken("int", r#"{"n":-25e1}"#, "-250");
    assert_taken("int", r#"{"n":1.50e1}"#, "15");
    assert_taken("int", r#"{"n":0.0}"#, "0");
    assert_taken("list", r#"{"values":[1.0,2,3e0]}"#, "[1, 2, 3]");
    assert_taken("filter", r#"{"filter":{"limit":3.0}}"#, "3 []");
    assert_taken("map", r#"{"counts":{"a":1.0}}"#, "{\"a\": 1}");
}

#[test]
fn no_digit_of_a_large_integer_is_lost() {
    assert_taken("int", r#"{"n":9007199254740993}"#, "9007199254740993");
    assert_taken("int", r#"{"n":9007199254740993.0}"#, "9007199254740993");
    assert_taken("int", r#"{"n":"9007199254740993"}"#, "9007199254740993");
    assert_taken(
        "int",
        r#"{"n":-9223372036854775808}"#,
        "-9223372036854775808",
    );
}

#[test]
fn json_in_a_string_is_taken_where_no_string_is_wanted() {
    assert_taken("int", r#"{"n":"5"}"#, "5");
    assert_taken("int", r#"{"n":"5.0"}"#, "5");
    assert_taken("int", r#"{"n":" 5 "}"#, "5");
    assert_taken("float", r#"{"n":"0.5"}"#, "0.5");
    assert_taken("truth", r#"{"yes":"true"}"#, "true");
    assert_taken("list", r#"{"values":"[1,2]"}"#, "[1, 2]");
    assert_taken("list", r#"{"values":["1","2.0"]}"#, "[1, 2]");
    assert_taken("list", r#"{"values":"[\"1\", 2.0]"}"#, "[1, 2]");
    assert_taken("filter", r#"{"filter":"{\"limit\":\"5\"}"}"#, "5 []");
}

#[test]
fn a_string_that_happens_to_spell_json_stays_a_string() {
    assert_taken("text", r#"{"text":"[1,2]"}"#, "[1,2]");
    assert_taken("text", r#"{"text":"5"}"#, "5");
    assert_taken("text", r#"{"text":"null"}"#, "null");
    assert_taken("any", r#"{"value":"{\"a\":1}"}"#, r#""{\"a\":1}""#);
    assert_taken(
        "filter",
        r#"{"filter":{"limit":"1","tags":["2.0"]}}"#,
        "1 [\"2.0\"]",
    );
}

#[test]
fn what_would_lose_something_is_not_mended() {
    assert_refused(
        "int",
        r#"{"n":"5.5"}"#,
        r#"`n`: expected an integer, got "5.5""#,
    );
    assert_refused(
        "int",
        r#"{"n":"five"}"#,
        r#"`n`: expected an integer, got "five""#,
    );
    assert_refused("int", r#"{"n":""}"#, r#"`n`: expected an integer, got """#);
    assert_refused(
        "truth",
        r#"{"yes":"yes"}"#,
        r#"`yes`: expected true or false, got "yes""#,
    );
    assert_refused(
        "truth",
        r#"{"yes":"True"}"#,
        r#"`yes`: expected true or false, got "True""#,
    );
    assert_refused(
        "list",
        r#"{"values":"[1,\"x\"]"}"#,
        r#"`values[1]`: expected an integer, got "x""#,
    );
}

#[test]
fn a_name_may_be_written_in_another_style() {
    for name in [
        "userName",
        "UserName",
        "user-name",
        "USER_NAME",
        "username",
        "_user_name",
    ] {
        assert_taken(
            "greet",
            &format!(r#"{{"{name}":"Ann"}}"#),
            "Ann None Plain 2",
        );
    }
}

#[test]
fn an_exact_name_goes_before_one_in_another_style() {
    let ann = "Ann None Plain 2";
    assert_taken("greet", r#"{"userName":"Bob","user_name":"Ann"}"#, ann);
    assert_taken("greet", r#"{"user_name":"Ann","userName":"Bob"}"#, ann);
}

#[test]
fn of_an_argument_that_comes_twice_the_last_counts() {
    assert_taken("int", r#"{"n":"x","n":2}"#, "2");
}

#[test]
fn a_misspelt_argument_that_is_required_is_named_with_the_right_name() {
    assert_refused(
        "greet",
        r#"{"user_nam":"Ann"}"#,
        "`user_name`: missing, expected a string; there is no `user_nam`, did you mean `user_name`?",
    );
}

#[test]
fn a_misspelt_argument_that_may_be_left_out_is_not_passed_over() {
    assert_refused(
        "greet",
        r#"{"user_name":"Ann","greting":"Hi"}"#,
        "`greting`: unknown, did you mean `greeting`?",
    );
    assert_refused(
        "greet",
        r#"{"user_name":"Ann","stile":"loud"}"#,
        "`stile`: unknown, did you mean `style`?",
    );
}

#[test]
fn a_name_near_one_that_is_there_is_passed_over() {
    assert_taken(
        "greet",
        r#"{"user_name":"Ann","user_names":["Ann"]}"#,
        "Ann None Plain 2",
    );
}

#[test]
fn arguments_that_nobody_asked_for_are_passed_over() {
    assert_taken(
        "greet",
        r#"{"user_name":"Ann","task_progress":"- [x] done","x":null,"":0}"#,
        "Ann None Plain 2",
    );
}

#[test]
fn a_strict_server_refuses_arguments_that_nobody_asked_for() {
    assert_eq!(
        fault(strict("add", r#"{"a":1,"b":2,"verbose":true}"#)),
        "`verbose`: unknown, the arguments are `a`, `b`"
    );
    assert_eq!(
        fault(strict("nothing", r#"{"verbose":true}"#)),
        "`verbose`: unknown, there are no arguments"
    );
}

#[test]
fn a_strict_server_mends_nothing() {
    assert_eq!(
        fault(strict("int", r#"{"n":"5"}"#)),
        r#"`n`: expected an integer, got "5""#
    );
    assert_eq!(
        fault(strict("list", r#"{"values":"[1]"}"#)),
        r#"`values`: expected a list, got "[1]""#
    );
    assert_eq!(strict("int", r#"{"n":5}"#), Ok("5".to_owned()));
}

#[test]
fn a_strict_tool_is_strict_on_any_server() {
    /// Takes exactly one integer.
    #[tool(strict)]
    fn exact(n: i64) -> String {
        n.to_string()
    }

    let mut session = opened(tools![exact, int], "2025-11-25");
    assert_eq!(
        fault(said(&mut session, "exact", r#"{"n":1,"x":2}"#)),
        "`x`: unknown, the arguments are `n`"
    );
    assert_eq!(
        said(&mut session, "int", r#"{"n":1,"x":2}"#),
        Ok("1".to_owned())
    );
}

#[test]
fn bad_arguments_are_results_in_every_version() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        assert_eq!(
            reply(&mut opened(all(), version), call("int", r#"{"n":"x"}"#)),
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`int` was not run, since its arguments do not fit:\n- `n`: expected an integer, got \"x\"\nArguments that fit: {\"n\":1}"}],"isError":true}}"#
        );
    }
}

#[test]
fn bad_arguments_are_errors_where_a_server_wants_that() {
    let server = Server::builder("test", "1.0.0")
        .tools(all())
        .bad_arguments_are_errors();
    let session = Session::new(server.build().unwrap());
    assert_eq!(
        reply(
            &mut shaken(session, "2025-11-25"),
            call("int", r#"{"n":"x"}"#)
        ),
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"`int` was not run, since its arguments do not fit:\n- `n`: expected an integer, got \"x\"\nArguments that fit: {\"n\":1}"}}"#
    );
}

#[test]
fn a_default_is_computed_for_each_call() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);

    /// Counts.
    #[tool]
    fn counted(#[arg(default = NEXT.fetch_add(1, Ordering::SeqCst))] n: u32) -> u32 {
        n
    }

    let mut session = opened(tools![counted], "2025-11-25");
    let first: u32 = said(&mut session, "counted", "{}")
        .unwrap()
        .parse()
        .unwrap();
    let second: u32 = said(&mut session, "counted", "{}")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(second, first + 1);
}
