//! What an argument is held to though its decoder does not look at it: the limits that an author
//! sets on it, and those that its type's schema has further in.

use serde_json::{Map, Value};

use crate::check::{Check, Misfit};
use crate::path::Path;
use crate::patterns::Patterns;
use crate::schema::{SchemaOf, raw_schema};

/// A schema with limits in it, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    schema: Map<String, Value>,
    definitions: Map<String, Value>,
    patterns: Patterns,
    /// Whether values are held to all of the schema, and not to its limits alone.
    exact: bool,
    /// Patterns that values are not held to, and why.
    pub(crate) unheld: Vec<String>,
}

impl Held {
    pub(crate) fn new(
        schema: Map<String, Value>,
        definitions: Map<String, Value>,
        exact: bool,
    ) -> Self {
        let mut patterns = Patterns::default();
        let mut unheld = Vec::new();
        let all = schema.iter().chain(&definitions);
        for (key, part) in all {
            each_pattern(key, part, &mut |pattern| {
                if let Err(fault) = patterns.add(pattern) {
                    unheld.push(format!("the pattern `{pattern}` is not held to: {fault}"));
                }
            });
        }
        Self {
            schema,
            definitions,
            patterns,
            exact,
            unheld,
        }
    }

    pub(crate) fn misfits(&self, value: &Value, lenient: bool) -> Vec<Misfit> {
        let check = Check {
            definitions: &self.definitions,
            patterns: &self.patterns,
            lenient,
            limits_only: !self.exact,
        };
        check
            .misfits(&self.schema, value)
            .unwrap_or_else(|| vec![too_deep()])
    }
}

fn too_deep() -> Misfit {
    Misfit {
        path: Path::default(),
        what: "it has too many alternatives within alternatives to be checked".to_owned(),
    }
}

fn each_pattern<'a>(key: &str, schema: &'a Value, found: &mut dyn FnMut(&'a str)) {
    match schema {
        Value::String(pattern) if key == "pattern" => found(pattern),
        Value::Object(members) => members
            .iter()
            .for_each(|(key, schema)| each_pattern(key, schema, found)),
        Value::Array(items) => items.iter().for_each(|item| each_pattern("", item, found)),
        _ => {}
    }
}

/// Whether a type's schema promises more than its decoder holds values to.
pub(crate) fn is_limited(schema: SchemaOf, member: Option<&str>) -> bool {
    let schema = raw_schema(schema);
    let part = match member {
        Some(name) => schema
            .get("properties")
            .and_then(|properties| properties.get(name)),
        None => Some(&schema),
    };
    part.is_some_and(has_limits) || schema.get("$defs").is_some_and(has_limits)
}

fn has_limits(schema: &Value) -> bool {
    const LIMITS: [&str; 10] = [
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
    ];

    match schema {
        Value::Object(members) => {
            // A tuple's length is its decoder's affair.
            let is_tuple = members.contains_key("prefixItems");
            let is_limit = |(key, value): (&String, &Value)| {
                value.is_number() && LIMITS.contains(&key.as_str()) && !is_tuple
                    || key == "pattern" && value.is_string()
            };
            members.iter().any(is_limit)
                || !has_own_range(members)
                || members.values().any(has_limits)
        }
        Value::Array(items) => items.iter().any(has_limits),
        _ => false,
    }
}

/// Whether the range of a number is that of its type, which no other value can be decoded into.
fn has_own_range(schema: &Map<String, Value>) -> bool {
    let bound = |key: &str| schema.get(key).filter(|bound| bound.is_number());
    let format = schema.get("format").and_then(Value::as_str);
    let signed = |bits: u32| (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1);
    let (minimum, maximum) = match format.unwrap_or_default() {
        "int8" => signed(8),
        "int16" => signed(16),
        "int32" => signed(32),
        "uint8" => (0, i64::from(u8::MAX)),
        "uint16" => (0, i64::from(u16::MAX)),
        "uint32" => (0, i64::from(u32::MAX)),
        "uint" | "uint64" | "uint128" => {
            let is_zero = |bound: &Value| bound == 0;
            return bound("minimum").is_none_or(is_zero) && bound("maximum").is_none();
        }
        _ => return bound("minimum").is_none() && bound("maximum").is_none(),
    };
    bound("minimum").is_none_or(|bound| bound == minimum)
        && bound("maximum").is_none_or(|bound| bound == maximum)
}
