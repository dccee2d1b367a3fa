//! What a schema accepts the decoder accepts, and what the decoder accepts the schema accepts.
//!
//! Values are made by each type's own schema, with mistakes here and there, and a validator that
//! knows nothing of this project is the judge. The tools are strict: leniency takes more than is
//! advertised, on purpose.

use std::cell::{Cell, RefCell};

use mcp_core::{Server, Session};
use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value, json};

use tests::judge::{is_excused, validator};

use crate::{call, reply, shaken};

fn session() -> Session {
    let server = Server::builder("test", "1")
        .tools(tests::types::tools())
        .strict();
    shaken(
        Session::new(server.build().expect("the tools go together")),
        "2025-11-25",
    )
}

fn listed(session: &mut Session) -> Vec<Value> {
    let answer = reply(session, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    answer["result"]["tools"]
        .as_array()
        .expect("a list")
        .clone()
}

fn result(session: &mut Session, tool: &str, arguments: &Value) -> Value {
    let answer = reply(session, call(tool, &arguments.to_string()));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    answer["result"].clone()
}

#[test]
fn schema_and_decoder_agree_on_every_kind_of_type() {
    let mut session = session();
    for tool in listed(&mut session) {
        let name = tool["name"].as_str().expect("a name");
        let schema = &tool["inputSchema"];
        assert!(jsonschema::meta::is_valid(schema), "{name}: {schema}");
        let output = validator(&tool["outputSchema"]);
        let validator = validator(schema);
        let session = RefCell::new(&mut session);
        let accepted = Cell::new(0);
        let agree = |arguments: Value| {
            if is_excused(name, &arguments) || !arguments.is_object() {
                return Ok(());
            }
            let result = result(*session.borrow_mut(), name, &arguments);
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            let decodes = !text.contains("was not run");
            accepted.set(accepted.get() + u32::from(decodes));
            let fits = validator.is_valid(&arguments);
            prop_assert_eq!(decodes, fits, "{} {}: {}", name, arguments, text);
            if result["isError"] == false {
                let outcome = output.validate(&result["structuredContent"]);
                prop_assert!(outcome.is_ok(), "{name} {arguments}: {outcome:?}");
            }
            Ok(())
        };
        if let Err(error) = runner().run(&Values::of(schema).value(schema, 5), agree) {
            panic!("{name}: {error}\n{schema}");
        }
        assert!(accepted.get() > CASES / 10, "{name} is hardly ever called");
    }
}

const CASES: u32 = 150;

/// The same values in each run: a failure has to be one of this change.
fn runner() -> TestRunner {
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn what_is_given_back_fits_the_output_schema() {
    let mut session = session();
    for tool in listed(&mut session) {
        let name = tool["name"].as_str().expect("a name");
        let output = &tool["outputSchema"];
        assert!(jsonschema::meta::is_valid(output), "{name}: {output}");
        let refused = result(
            &mut session,
            name,
            &json!({"value": {"no": ["such", {"value": 1}]}}),
        );
        let text = refused["content"][0]["text"].as_str().expect("a text");
        let Some((_, fitting)) = text.split_once("\nArguments that fit: ") else {
            continue;
        };
        let fitting = serde_json::from_str(fitting).expect("arguments are JSON");
        let result = result(&mut session, name, &fitting);
        assert_eq!(result["isError"], false, "{name} {fitting}: {result}");
        let structured = &result["structuredContent"];
        let outcome = validator(output).validate(structured);
        assert!(outcome.is_ok(), "{name} {structured}: {outcome:?}");
    }
}

/// Makes values by a schema.
#[derive(Clone)]
struct Values {
    definitions: Map<String, Value>,
}

impl Values {
    fn of(root: &Value) -> Self {
        let definitions = root["$defs"].as_object().cloned().unwrap_or_default();
        Self { definitions }
    }

    /// Values that mostly fit, and now and then do not.
    fn value(&self, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
        prop_oneof![
            25 => self.fitting(schema, depth),
            1 => any_json(),
        ]
        .boxed()
    }

    fn fitting(&self, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
        if let Some(target) = schema["$ref"].as_str() {
            let name = target.rsplit('/').next().unwrap_or_default();
            return match depth {
                0 => any_json(),
                _ => self.fitting(&self.definitions[name].clone(), depth - 1),
            };
        }
        if let Some(constant) = schema.get("const") {
            return Just(constant.clone()).boxed();
        }
        if let Some(values) = schema["enum"].as_array() {
            return proptest::sample::select(values.clone()).boxed();
        }
        if let Some(branches) = schema.get("oneOf").or_else(|| schema.get("anyOf")) {
            let branches = branches.as_array().expect("a list of schemas").clone();
            let this = self.clone();
            return proptest::sample::select(branches)
                .prop_flat_map(move |branch| this.value(&branch, depth))
                .boxed();
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut own = schema.clone();
            own.as_object_mut().expect("a schema").shift_remove("allOf");
            let parts = parts.iter().chain([&own]);
            let parts: Vec<_> = parts.map(|part| self.value(part, depth)).collect();
            return parts.prop_map(all_in_one).boxed();
        }
        if let Some(kinds) = schema["type"].as_array() {
            let (this, schema) = (self.clone(), schema.clone());
            return proptest::sample::select(kinds.clone())
                .prop_flat_map(move |kind| {
                    let mut only = schema.clone();
                    only["type"] = kind;
                    this.value(&only, depth)
                })
                .boxed();
        }
        match schema["type"].as_str() {
            Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
            Some("null") => Just(Value::Null).boxed(),
            Some("integer") => integer(schema),
            Some("number") => prop_oneof![
                any::<i16>().prop_map(Value::from),
                (-2.0..2.0_f64).prop_map(Value::from),
            ]
            .boxed(),
            Some("string") => string(schema),
            Some("array") => self.list(schema, depth),
            Some("object") => self.object(schema, depth),
            _ => any_json(),
        }
    }

    fn list(&self, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
        if let Some(items) = schema["prefixItems"].as_array() {
            let items: Vec<_> = items.iter().map(|item| self.value(item, depth)).collect();
            let dropped = (items.clone(), 0..=items.len());
            let shorter = dropped.prop_map(|(mut items, length)| {
                items.truncate(length);
                Value::from(items)
            });
            return prop_oneof![5 => items.prop_map(Value::from), 1 => shorter].boxed();
        }
        let most = if depth == 0 { 0 } else { 4 };
        let item = match depth {
            0 => Just(Value::Null).boxed(),
            _ => self.value(&schema["items"], depth - 1),
        };
        let length = |key: &str, or: usize| {
            let length = schema[key].as_u64();
            length
                .and_then(|length| usize::try_from(length).ok())
                .unwrap_or(or)
        };
        let least = length("minItems", 0);
        let exact =
            proptest::collection::vec(item.clone(), least..=length("maxItems", least + most));
        let any = proptest::collection::vec(item, 0..=4);
        prop_oneof![5 => exact, 1 => any]
            .prop_map(Value::from)
            .boxed()
    }

    fn object(&self, schema: &Value, depth: u32) -> BoxedStrategy<Value> {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let properties = schema["properties"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        let members: Vec<_> = properties
            .iter()
            .map(|(name, property)| {
                let is_required = required.iter().any(|required| required == name);
                let there = if is_required { 0.97 } else { 0.5 };
                let value = self.value(property, depth);
                (Just(name.clone()), proptest::option::weighted(there, value))
            })
            .collect();
        let more = match (
            &schema["additionalProperties"],
            &schema["patternProperties"],
        ) {
            (more @ Value::Object(_), _) => self.more("[a-c]{1,3}", more, depth),
            (_, Value::Object(patterns)) => {
                let more = patterns.values().next().expect("a pattern").clone();
                // `00` and what its type is too small for match the pattern all the same.
                self.more("[1-9][0-9]{0,3}", &more, depth)
            }
            _ => proptest::option::weighted(0.1, ("[x-z]", any_json()))
                .prop_map(|more| more.into_iter().collect())
                .boxed(),
        };
        (members, more)
            .prop_map(|(members, more)| {
                let members = members
                    .into_iter()
                    .filter_map(|(name, value)| Some((name, value?)));
                Value::Object(members.chain(more).collect())
            })
            .boxed()
    }

    fn more(
        &self,
        names: &'static str,
        schema: &Value,
        depth: u32,
    ) -> BoxedStrategy<Vec<(String, Value)>> {
        proptest::collection::vec((names, self.value(schema, depth.saturating_sub(1))), 0..3)
            .boxed()
    }
}

/// One object of many. The last goes first in what is no object.
fn all_in_one(parts: Vec<Value>) -> Value {
    let mut all = Map::new();
    for part in parts {
        match part {
            Value::Object(members) => all.extend(members),
            other => return other,
        }
    }
    Value::Object(all)
}

fn integer(schema: &Value) -> BoxedStrategy<Value> {
    let least = schema["minimum"].as_i64();
    let most = schema["maximum"].as_i64();
    let (least, most) = match (least, most) {
        (Some(least), Some(most)) => (least, most),
        (Some(least), None) => (least, least + 1000),
        (None, Some(most)) => (most - 1000, most),
        (None, None) => (-1000, 1000),
    };
    let step = schema["multipleOf"].as_i64().unwrap_or(1);
    prop_oneof![
        40 => (least..=most).prop_map(move |number| Value::from(number - number % step)),
        1 => Just(Value::from(least - 1)),
        1 => most.checked_add(1).map_or_else(|| Just(Value::from(0)), |over| Just(Value::from(over))),
        1 => (-100..100_i32).prop_map(|whole| Value::from(f64::from(whole))),
        1 => Just(json!(0.5)),
        1 => Just(json!(i64::MAX)),
    ]
    .boxed()
}

fn string(schema: &Value) -> BoxedStrategy<Value> {
    let sample = match schema["format"].as_str() {
        Some("date") => "2024-02-29",
        Some("date-time") => "2024-02-29T12:30:00Z",
        Some("uuid") => "123e4567-e89b-12d3-a456-426614174000",
        Some("uri") => "https://example.com/a?b=c",
        _ => words(schema),
    };
    if let Some(pattern) = schema["pattern"].as_str() {
        let fits = proptest::string::string_regex(pattern).expect("a pattern");
        return prop_oneof![5 => fits, 1 => "[a-z]{0,6}"]
            .prop_map(Value::from)
            .boxed();
    }
    let length = |key: &str| schema[key].as_u64();
    match (length("minLength"), length("maxLength")) {
        (None, None) => prop_oneof![5 => Just(sample.to_owned()), 1 => "[a-zé😀]{0,6}"]
            .prop_map(Value::from)
            .boxed(),
        (least, most) => {
            let (least, most) = (least.unwrap_or(0), most.unwrap_or(9));
            let fits = proptest::string::string_regex(&format!("[aé😀]{{{least},{most}}}"));
            prop_oneof![5 => fits.expect("a pattern"), 1 => "[a-z]{0,9}"]
                .prop_map(Value::from)
                .boxed()
        }
    }
}

/// A text as the description wants it.
fn words(schema: &Value) -> &'static str {
    match schema["description"].as_str() {
        Some("Format: ip") => "2001:db8::1",
        Some("Format: partial-time") => "12:30:00",
        Some("Format: partial-date-time") => "2024-02-29T12:30:00",
        _ => "text",
    }
}

fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-300..300_i32).prop_map(Value::from),
        (-2.0..2.0_f64).prop_map(Value::from),
        "[a-z]{0,5}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::hash_map("[a-d]", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}
