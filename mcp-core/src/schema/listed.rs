//! The last step of a schema on its way into a list: what model APIs refuse is said otherwise.
//!
//! Each of these makes one of them refuse the tool, or the whole request that carries it. What is
//! left out is held to all the same. A strict tool is listed exactly.

use std::cell::Cell;

use serde_json::{Map, Value, json};

use super::say_format;
use crate::reference::target;

/// How often a type that contains itself is written out within itself.
const MAX_DEPTH: usize = 2;

/// How many times types are written out in one schema. One that branches grows fast.
const MAX_WRITTEN_OUT: usize = 24;

pub(crate) fn listed(schema: &mut Map<String, Value>) {
    let definitions = match schema.shift_remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    let exact = schema.clone();
    for depth in (0..=MAX_DEPTH).rev() {
        let left = Cell::new(MAX_WRITTEN_OUT);
        let listing = Listing {
            definitions: &definitions,
            depth,
            left: &left,
        };
        schema.clone_from(&exact);
        listing.schema(schema);
        if left.get() > 0 {
            break;
        }
    }
}

/// A walk over a schema, as far into types that contain themselves as it goes.
#[derive(Clone, Copy)]
struct Listing<'a> {
    definitions: &'a Map<String, Value>,
    depth: usize,
    left: &'a Cell<usize>,
}

impl Listing<'_> {
    fn schema(mut self, schema: &mut Map<String, Value>) {
        while self.write_out(schema) {}
        members(schema);
        format_in_words(schema);
        one_value(schema);
        some_type(schema);
        if let Some(Value::Object(schemas)) = schema.get_mut("properties") {
            self.each(schemas.values_mut());
        }
        for place in ["items", "additionalProperties"] {
            self.each(schema.get_mut(place));
        }
        for place in ["prefixItems", "anyOf", "oneOf", "allOf"] {
            if let Some(Value::Array(schemas)) = schema.get_mut(place) {
                self.each(schemas.iter_mut());
            }
        }
    }

    fn each<'s>(self, schemas: impl IntoIterator<Item = &'s mut Value>) {
        let schemas = schemas.into_iter();
        let schemas = schemas.filter_map(Value::as_object_mut);
        schemas.for_each(|schema| self.schema(schema));
    }

    /// Gemini refuses a `$ref` that leads back to where it stands. The innermost is left open.
    /// Returns whether there was one.
    fn write_out(&mut self, schema: &mut Map<String, Value>) -> bool {
        let Some(Value::String(reference)) = schema.shift_remove("$ref") else {
            return false;
        };
        let definition = target(&reference, self.definitions).cloned();
        let mut definition = definition.unwrap_or_default();
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        match self.depth.checked_sub(1).filter(|_| left > 0) {
            Some(depth) => self.depth = depth,
            None => definition.retain(|key, _| key == "type" || key == "description"),
        }
        for (key, value) in definition {
            schema.entry(key).or_insert(value);
        }
        true
    }
}

/// google-genai takes `additionalProperties` for a schema, and no API knows `patternProperties`,
/// which is how a map with numbers for keys is written.
fn members(schema: &mut Map<String, Value>) {
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        schema.shift_remove("additionalProperties");
    }
    if let Some(Value::Object(patterns)) = schema.shift_remove("patternProperties")
        && let Some((_, members)) = patterns.into_iter().next()
    {
        schema.entry("additionalProperties").or_insert(members);
    }
}

/// Gemini refuses every `format` of a string but this one.
fn format_in_words(schema: &mut Map<String, Value>) {
    let format = schema.get("format");
    if format.is_some_and(|format| format != "date-time") {
        say_format(schema);
    }
}

/// Gemini drops a `const`, and with it the names of variants. A list of one it reads.
fn one_value(schema: &mut Map<String, Value>) {
    if schema.get("const").is_some_and(Value::is_string)
        && let Some(constant) = schema.shift_remove("const")
    {
        schema.insert("enum".to_owned(), json!([constant]));
    }
}

/// Gemini refuses a value of any type, if it is not said that it may be of any.
fn some_type(schema: &mut Map<String, Value>) {
    let says = [
        "type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf", "not",
    ];
    if !says.iter().any(|key| schema.contains_key(*key)) {
        let any = json!(["string", "number", "boolean", "object", "array", "null"]);
        schema.insert("type".to_owned(), any);
    }
}
