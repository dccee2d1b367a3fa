//! Says in words what a schema wants and what came instead.

use std::fmt;

use serde_json::{Map, Value};

use crate::path::{Path, Segment};

/// What stands at a place in a schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expectation<'a> {
    schema: &'a Map<String, Value>,
}

impl<'a> Expectation<'a> {
    pub(crate) fn new(schema: &'a Map<String, Value>) -> Self {
        Self { schema }
    }

    /// The schema of the value that `path` leads to. `None` where that depends on more than the
    /// path, as in unions.
    pub(crate) fn at(self, path: &Path, definitions: &'a Map<String, Value>) -> Option<Self> {
        let resolve = |schema: &'a Map<String, Value>| match schema.get("$ref") {
            Some(Value::String(reference)) => {
                let name = reference.strip_prefix("#/$defs/")?;
                definitions.get(name)?.as_object()
            }
            _ => Some(schema),
        };
        let mut schema = resolve(self.schema)?;
        for segment in path.segments() {
            let child = match segment {
                Segment::Member(name) => schema
                    .get("properties")
                    .and_then(|properties| properties.get(name))
                    .or_else(|| schema.get("additionalProperties")),
                Segment::Index(index) => schema
                    .get("prefixItems")
                    .and_then(|items| items.get(*index))
                    .or_else(|| schema.get("items")),
            };
            schema = resolve(child?.as_object()?)?;
        }
        Some(Self { schema })
    }

    /// Whether the schema alone tells why `token`, a JSON text, is refused.
    pub(crate) fn refuses(self, token: &str) -> bool {
        let Ok(value) = serde_json::from_str::<Value>(token) else {
            return false;
        };
        let kinds = self.kinds();
        let wrong_type = !kinds.is_empty() && !kinds.iter().any(|kind| is_kind(&value, kind));
        let not_listed = match self.schema.get("enum") {
            Some(Value::Array(values)) => !values.contains(&value),
            _ => false,
        };
        let beyond = |key: &str, is_beyond: fn(f64, f64) -> bool| {
            let bound = self.schema.get(key).and_then(Value::as_f64);
            let value = value.as_f64();
            value
                .zip(bound)
                .is_some_and(|(value, bound)| is_beyond(value, bound))
        };
        wrong_type
            || self.wrong_length(&value)
            || not_listed
            || beyond("minimum", |v, b| v < b)
            || beyond("maximum", |v, b| v > b)
            || beyond("exclusiveMaximum", |v, b| v >= b)
    }
}

impl Expectation<'_> {
    /// Whether a number of the right kind was refused all the same: its Rust type is too small.
    pub(crate) fn is_out_of_range(self, token: &str) -> bool {
        let kind = self.schema.get("type").and_then(Value::as_str);
        let is_number = token.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        is_number && kind == Some("integer")
    }

    /// The kinds of value that the schema allows; empty if it does not say.
    fn kinds(self) -> Vec<&'static str> {
        const KINDS: [&str; 7] = [
            "string", "integer", "number", "boolean", "array", "object", "null",
        ];

        let allows = |kind: &&str| match self.schema.get("type") {
            Some(Value::String(only)) => only == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|allowed| allowed == kind),
            _ => false,
        };
        KINDS.into_iter().filter(allows).collect()
    }

    /// The lengths of a list that the schema allows.
    fn lengths(self) -> (Option<u64>, Option<u64>) {
        let length = |key: &str| self.schema.get(key).and_then(Value::as_u64);
        (length("minItems"), length("maxItems"))
    }

    fn wrong_length(self, value: &Value) -> bool {
        let Value::Array(items) = value else {
            return false;
        };
        let length = items.len() as u64;
        let (least, most) = self.lengths();
        least.is_some_and(|least| length < least) || most.is_some_and(|most| length > most)
    }
}

/// A kind of value in words.
fn in_words(kind: &str) -> &str {
    match kind {
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "an object",
        other => other,
    }
}

fn is_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0)
        }
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

impl fmt::Display for Expectation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Value::Array(values)) = self.schema.get("enum") {
            let values: Vec<_> = values.iter().map(Value::to_string).collect();
            return write!(f, "one of {}", values.join(", "));
        }
        let kinds: Vec<_> = self.kinds().into_iter().map(in_words).collect();
        match kinds.as_slice() {
            [] => f.write_str("a value")?,
            kinds => f.write_str(&kinds.join(" or "))?,
        }
        match self.lengths() {
            (Some(least), Some(most)) if least == most => write!(f, " of {most}")?,
            (Some(least), Some(most)) => write!(f, " of {least} to {most}")?,
            (Some(least), None) => write!(f, " of at least {least}")?,
            (None, Some(most)) => write!(f, " of at most {most}")?,
            (None, None) => {}
        }
        let bound = |key: &str| self.schema.get(key).filter(|bound| bound.is_number());
        if let Some(maximum) = bound("exclusiveMaximum") {
            return match bound("minimum") {
                Some(minimum) => write!(f, " from {minimum} to below {maximum}"),
                None => write!(f, " below {maximum}"),
            };
        }
        match (bound("minimum"), bound("maximum")) {
            (Some(minimum), Some(maximum)) => write!(f, " from {minimum} to {maximum}"),
            (Some(minimum), None) => write!(f, " of at least {minimum}"),
            (None, Some(maximum)) => write!(f, " of at most {maximum}"),
            (None, None) => Ok(()),
        }
    }
}

/// A JSON text as it is quoted to a model: whole if it is short, else its beginning.
pub(crate) fn excerpt(token: &str) -> String {
    const MAX_CHARS: usize = 60;
    match token.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}… ({} bytes)", &token[..end], token.len()),
        None => token.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(schema: &Value) -> String {
        Expectation::new(schema.as_object().unwrap()).to_string()
    }

    #[test]
    fn a_schema_is_said_in_words() {
        assert_eq!(said(&json!({"type": "integer"})), "an integer");
        assert_eq!(
            said(&json!({"type": "integer", "minimum": 0, "maximum": 255})),
            "an integer from 0 to 255"
        );
        assert_eq!(
            said(&json!({"type": "integer", "minimum": 0})),
            "an integer of at least 0"
        );
        assert_eq!(
            said(&json!({"type": "string", "enum": ["a", "b"]})),
            r#"one of "a", "b""#
        );
        assert_eq!(said(&json!({})), "a value");
    }

    #[test]
    fn the_schema_explains_kinds_lists_and_bounds_only() {
        let refuses =
            |schema: Value, token| Expectation::new(schema.as_object().unwrap()).refuses(token);
        assert!(refuses(json!({"type": "integer"}), "5.5"));
        assert!(!refuses(json!({"type": "integer"}), "5.0"));
        assert!(refuses(json!({"type": "integer", "maximum": 255}), "300"));
        assert!(refuses(json!({"type": "string", "enum": ["a"]}), "\"b\""));
        assert!(!refuses(
            json!({"type": "string", "format": "date"}),
            "\"yesterday\""
        ));
    }
}
