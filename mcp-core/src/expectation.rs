//! Says in words what a schema wants and what came instead.

use std::fmt;

use serde_json::{Map, Value};

use crate::check::one_of;
use crate::path::{Path, Segment};
use crate::reference::resolved;

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
        let mut schema = resolved(self.schema, definitions);
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
            schema = resolved(child?.as_object()?, definitions);
        }
        Some(Self { schema })
    }

    /// Whether a value is of a kind that the schema allows, and one of those it lists.
    pub(crate) fn allows(self, value: &Value) -> bool {
        let kinds = self.kinds();
        let is_listed = |key: &str| match self.schema.get(key) {
            Some(Value::Array(values)) => values.contains(value),
            Some(constant) => constant == value,
            None => true,
        };
        let is_excluded = self.excluded().is_some_and(|excluded| excluded == value);
        (kinds.is_empty() || kinds.iter().any(|kind| is_kind(value, kind)))
            && is_listed("enum")
            && is_listed("const")
            && !is_excluded
    }

    /// The values that are listed, if they are.
    pub(crate) fn values(self) -> Vec<&'a Value> {
        match (self.schema.get("enum"), self.schema.get("const")) {
            (Some(Value::Array(values)), _) => values.iter().collect(),
            (_, constant) => constant.into_iter().collect(),
        }
    }

    /// Whether the text of a string has to be of a form that only the decoder knows.
    pub(crate) fn has_format(self) -> bool {
        self.schema.contains_key("format")
    }

    /// Whether a number is wanted. One that is refused all the same is more than its Rust type
    /// holds.
    pub(crate) fn is_numeric(self) -> bool {
        let kind = self.schema.get("type").and_then(Value::as_str);
        matches!(kind, Some("integer" | "number"))
    }

    /// The one value that is not allowed.
    fn excluded(self) -> Option<&'a Value> {
        self.schema.get("not")?.get("const")
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

    /// The lengths that the schema allows, and of what.
    fn lengths(self) -> (Option<u64>, Option<u64>, &'static str) {
        let length = |key: &str| self.schema.get(key).and_then(Value::as_u64);
        let of = |shortest: &str, longest: &str, unit| (length(shortest), length(longest), unit);
        match self.schema.get("type").and_then(Value::as_str) {
            Some("string") => of("minLength", "maxLength", " characters"),
            Some("array") => of("minItems", "maxItems", ""),
            Some("object") => of("minProperties", "maxProperties", " members"),
            _ => (None, None, ""),
        }
    }

    fn bound(self, key: &str) -> Option<&'a Value> {
        self.schema.get(key).filter(|bound| bound.is_number())
    }

    fn write_length(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lengths() {
            (Some(1), Some(1), " characters") => f.write_str(" of one character"),
            (Some(least), Some(most), unit) if least == most => write!(f, " of {most}{unit}"),
            (Some(least), Some(most), unit) => write!(f, " of {least} to {most}{unit}"),
            (Some(least), None, unit) => write!(f, " of at least {least}{unit}"),
            (None, Some(most), unit) => write!(f, " of at most {most}{unit}"),
            (None, None, _) => Ok(()),
        }
    }

    fn write_range(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let above = self.bound("exclusiveMinimum");
        let below = self.bound("exclusiveMaximum");
        match (self.bound("minimum"), self.bound("maximum")) {
            (Some(minimum), Some(maximum)) => write!(f, " from {minimum} to {maximum}")?,
            (Some(minimum), None) if below.is_some() => write!(f, " from {minimum} to")?,
            (Some(minimum), None) => write!(f, " of at least {minimum}")?,
            (None, Some(maximum)) => write!(f, " of at most {maximum}")?,
            (None, None) => {}
        }
        if let Some(minimum) = above {
            write!(f, " above {minimum}")?;
        }
        match (above, below) {
            (Some(_), Some(maximum)) => write!(f, " and below {maximum}"),
            (None, Some(maximum)) => write!(f, " below {maximum}"),
            (_, None) => Ok(()),
        }
    }

    /// What tells the branch of a union, if it is an object, from the others.
    fn write_members(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let properties = self.schema.get("properties").and_then(Value::as_object);
        let required = self.schema.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        let member = |name: &str| {
            let property = properties.and_then(|properties| properties.get(name));
            match property.and_then(|property| property.get("const")) {
                Some(constant) => format!("`{name}` {constant}"),
                None => format!("`{name}`"),
            }
        };
        let members: Vec<_> = required.map(member).collect();
        match members.is_empty() {
            true => Ok(()),
            false => write!(f, " with {}", members.join(", ")),
        }
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
        let values = self.values();
        if !values.is_empty() {
            return f.write_str(&one_of(&values));
        }
        let kinds: Vec<_> = self.kinds().into_iter().map(in_words).collect();
        let union = self
            .schema
            .get("oneOf")
            .or_else(|| self.schema.get("anyOf"));
        match (kinds.as_slice(), union) {
            (_, Some(Value::Array(branches))) => {
                let branches = branches.iter().filter_map(Value::as_object);
                let branches = branches.map(|branch| Branch(Expectation::new(branch)).to_string());
                let branches: Vec<_> = branches.collect();
                return f.write_str(&branches.join(", or "));
            }
            ([], _) => f.write_str("a value")?,
            (kinds, _) => f.write_str(&kinds.join(" or "))?,
        }
        self.write_length(f)?;
        self.write_range(f)?;
        if self.schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            f.write_str(" without repetitions")?;
        }
        if let Some(step) = self.bound("multipleOf") {
            write!(f, " that is a multiple of {step}")?;
        }
        if let Some(excluded) = self.excluded() {
            write!(f, " other than {excluded}")?;
        }
        if let Some(pattern) = self.schema.get("pattern").and_then(Value::as_str) {
            write!(f, " that matches `{pattern}`")?;
        }
        match self.schema.get("format").and_then(Value::as_str) {
            Some(format) => write!(f, " in the format `{format}`"),
            None => Ok(()),
        }
    }
}

/// A branch of a union in words.
struct Branch<'a>(Expectation<'a>);

impl fmt::Display for Branch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        self.0.write_members(f)
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
        assert_eq!(
            said(&json!({"type": "string", "minLength": 1, "maxLength": 63, "pattern": "^a"})),
            "a string of 1 to 63 characters that matches `^a`"
        );
        assert_eq!(
            said(&json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1})),
            "a number above 0 and below 1"
        );
        assert_eq!(
            said(&json!({"type": "number", "minimum": 0, "exclusiveMaximum": 1})),
            "a number from 0 to below 1"
        );
        assert_eq!(
            said(&json!({"anyOf": [
                {"type": "integer"},
                {"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t", "x"]},
            ]})),
            r#"an integer, or an object with `t` "a", `x`"#
        );
    }
}
