//! Arguments that fit, for a model whose own did not.

use serde_json::{Map, Value, json};

use crate::check::{Check, schemas};
use crate::patterns::Patterns;
use crate::reference::resolved;

/// How deep a value goes; a type may contain itself.
const MAX_DEPTH: usize = 6;

/// A value that fits the schema, made of what it shows: examples, defaults, listed values, and
/// for the rest the plainest there is. `None` where nobody but its author could make one up.
pub(crate) fn fitting(
    schema: &Map<String, Value>,
    definitions: &Map<String, Value>,
) -> Option<Value> {
    let check = Check {
        definitions,
        patterns: &Patterns::default(),
        lenient: false,
        limits_only: false,
    };
    let value = Maker { definitions }.value(schema, MAX_DEPTH)?;
    let misfits = check.misfits(schema, &value)?;
    misfits.is_empty().then_some(value)
}

struct Maker<'a> {
    definitions: &'a Map<String, Value>,
}

impl<'a> Maker<'a> {
    fn value(&self, schema: &'a Map<String, Value>, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let schema = resolved(schema, self.definitions);
        let first = |key: &str| schema.get(key)?.as_array()?.first().cloned();
        let shown = first("examples")
            .or_else(|| schema.get("default").cloned())
            .or_else(|| schema.get("const").cloned())
            .or_else(|| first("enum"));
        if shown.is_some() {
            return shown;
        }
        let all = schemas(schema, "allOf").map(|part| self.value(part, depth));
        let unions = ["oneOf", "anyOf"].into_iter();
        let branches = unions
            .filter(|union| schema.contains_key(*union))
            .map(|union| {
                let mut branches = schemas(schema, union);
                branches.find_map(|branch| self.value(branch, depth))
            });
        let parts: Option<Vec<_>> = all.chain(branches).collect();
        match parts?.as_mut_slice() {
            [] => self.plain(schema, depth),
            [only] if !schema.contains_key("properties") => Some(only.take()),
            parts => {
                let mut whole = self.object(schema, depth)?;
                let members = parts.iter_mut().filter_map(Value::as_object_mut);
                members.for_each(|members| whole.append(members));
                Some(whole.into())
            }
        }
    }

    fn plain(&self, schema: &'a Map<String, Value>, depth: usize) -> Option<Value> {
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.first(),
            kind => kind,
        };
        match kind.and_then(Value::as_str) {
            Some("string") => string(schema),
            Some("integer" | "number") => Some(number(schema)),
            Some("boolean") => Some(true.into()),
            Some("null") => Some(Value::Null),
            Some("array") => self.list(schema, depth),
            Some("object") => self.object(schema, depth).map(Value::Object),
            Some(_) => None,
            None => Some("text".into()),
        }
    }

    fn list(&self, schema: &'a Map<String, Value>, depth: usize) -> Option<Value> {
        let own = |item: &'a Value| self.value(item.as_object()?, depth);
        if let Some(Value::Array(items)) = schema.get("prefixItems") {
            return items.iter().map(own).collect();
        }
        let least = schema.get("minItems").and_then(Value::as_u64);
        let most = schema.get("maxItems").and_then(Value::as_u64);
        match schema.get("items").and_then(own) {
            Some(item) => {
                let length = least.unwrap_or(1).min(most.unwrap_or(u64::MAX));
                Some(vec![item; usize::try_from(length).ok()?].into())
            }
            // What a type that contains itself holds in the end is nothing.
            None if least.is_none_or(|least| least == 0) => Some(json!([])),
            None => None,
        }
    }

    fn object(&self, schema: &'a Map<String, Value>, depth: usize) -> Option<Map<String, Value>> {
        let required = schema.get("required").and_then(Value::as_array);
        let properties = schema.get("properties").and_then(Value::as_object);
        let member = |name: &'a Value| {
            let name = name.as_str()?;
            let property = properties?.get(name)?.as_object()?;
            Some((name.to_owned(), self.value(property, depth)?))
        };
        required.into_iter().flatten().map(member).collect()
    }
}

fn string(schema: &Map<String, Value>) -> Option<Value> {
    if schema.contains_key("pattern") {
        return None;
    }
    if let Some(format) = schema.get("format").and_then(Value::as_str) {
        let text = match format {
            "date" => "2025-01-31",
            "date-time" => "2025-01-31T12:00:00Z",
            "time" => "12:00:00Z",
            "duration" => "PT1H",
            "email" => "ann@example.com",
            "hostname" => "example.com",
            "ipv4" => "192.0.2.1",
            "ipv6" => "2001:db8::1",
            "uri" => "https://example.com/",
            "uuid" => "123e4567-e89b-12d3-a456-426614174000",
            _ => return None,
        };
        return Some(text.into());
    }
    let length = |key: &str| {
        let length = schema.get(key).and_then(Value::as_u64);
        length.and_then(|length| usize::try_from(length).ok())
    };
    let least = length("minLength").unwrap_or(0);
    let most = length("maxLength").unwrap_or(usize::MAX);
    let length = least.max("text".len()).min(most);
    Some(
        "text"
            .chars()
            .cycle()
            .take(length)
            .collect::<String>()
            .into(),
    )
}

fn number(schema: &Map<String, Value>) -> Value {
    let bound = |key: &str| schema.get(key).filter(|bound| bound.is_number()).cloned();
    let one = json!(1);
    let wanted = bound("multipleOf").unwrap_or(one);
    let is_within = |value: &Value| {
        let check = Check {
            definitions: &Map::new(),
            patterns: &Patterns::default(),
            lenient: false,
            limits_only: false,
        };
        check
            .misfits(schema, value)
            .is_some_and(|misfits| misfits.is_empty())
    };
    let ends = ["minimum", "maximum"].into_iter().filter_map(bound);
    let mut candidates = [wanted, json!(0)].into_iter().chain(ends);
    candidates.find(is_within).unwrap_or(json!(1))
}
