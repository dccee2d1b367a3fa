//! Holds a value to a schema, and names every place where it does not fit.
//!
//! The decoder decides whether a value is taken, and stops at its first fault. This is asked when
//! it has refused one, for all that is wrong and in a model's words, and when a schema promises
//! what no decoder looks at.

mod limits;
mod union;

use std::cell::Cell;

use serde_json::{Map, Value};

use limits::is_within;

use crate::expectation::{Expectation, excerpt};
use crate::near::nearest;
use crate::path::{Path, Segment};
use crate::patterns::Patterns;
use crate::reference::resolved;

/// A place in a value that does not fit, and why.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) path: Path,
    pub(crate) what: String,
}

/// How many misfits are looked for in one value: a list may hold a million.
const MAX_MISFITS: usize = 16;

/// How often each value is looked at on average, and the least there is for all: once for each
/// branch of a union that it may be meant for. Who nests such unions deeper than that is left to
/// the decoder.
const MAX_VISITS: usize = 32;
const MIN_STEPS: usize = 100_000;

/// What values are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check<'a> {
    pub(crate) definitions: &'a Map<String, Value>,
    pub(crate) patterns: &'a Patterns,
    /// Takes what a lenient decoder mends.
    pub(crate) lenient: bool,
    /// Looks at limits alone, in a value that a decoder has taken: it knows more names than the
    /// schema does.
    pub(crate) limits_only: bool,
}

impl Check<'_> {
    /// `None` if that takes too many steps.
    pub(crate) fn misfits(self, schema: &Map<String, Value>, value: &Value) -> Option<Vec<Misfit>> {
        let steps = Cell::new((size(value) * MAX_VISITS).max(MIN_STEPS));
        let mut visit = Visit {
            check: self,
            steps: &steps,
            path: Path::default(),
            misfits: Vec::new(),
        };
        visit.value(schema, value);
        (steps.get() > 0).then_some(visit.misfits)
    }

    /// Whether a value is of a kind that is wanted, whatever it is within its limits.
    pub(crate) fn allows(self, schema: &Map<String, Value>, value: &Value) -> bool {
        let schema = resolved(schema, self.definitions);
        let is_in = |union: &str| {
            let mut branches = schemas(schema, union);
            !schema.contains_key(union) || branches.any(|branch| self.allows(branch, value))
        };
        Expectation::new(schema).allows(value)
            && is_in("oneOf")
            && is_in("anyOf")
            && schemas(schema, "allOf").all(|part| self.allows(part, value))
    }
}

struct Visit<'a> {
    check: Check<'a>,
    steps: &'a Cell<usize>,
    path: Path,
    misfits: Vec<Misfit>,
}

impl<'a> Visit<'a> {
    fn value(&mut self, schema: &'a Map<String, Value>, value: &Value) {
        let left = self.steps.get().saturating_sub(1);
        self.steps.set(left);
        if left == 0 || self.is_done() {
            return;
        }
        let schema = resolved(schema, self.check.definitions);
        let expected = Expectation::new(schema);
        if let Value::String(text) = value
            && self.check.lenient
            && !self.check.allows(schema, value)
            && let Ok(inner) = serde_json::from_str::<Value>(text)
        {
            return self.mended(schema, value, &inner);
        }
        let is_allowed = expected.allows(value);
        if !is_allowed && self.check.limits_only {
            return;
        }
        if !is_allowed || !is_within(self.check, schema, value) {
            return self.unfit(expected, value);
        }
        for part in schemas(schema, "allOf") {
            self.value(part, value);
        }
        for union in ["oneOf", "anyOf"] {
            if schema.contains_key(union) {
                self.union(schema, union, value);
            }
        }
        match value {
            Value::Object(members) => self.object(schema, members),
            Value::Array(items) => self.array(schema, items),
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.misfits.len() >= MAX_MISFITS
    }

    /// Holds the JSON in a string to the schema. What a model sent is what it is told about, so a
    /// number in a string is quoted as such.
    fn mended(&mut self, schema: &'a Map<String, Value>, sent: &Value, inner: &Value) {
        let before = self.misfits.len();
        self.value(schema, inner);
        let is_scalar = !inner.is_object() && !inner.is_array();
        if is_scalar && self.misfits.len() > before {
            self.misfits.truncate(before);
            self.unfit(Expectation::new(schema), sent);
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>, members: &Map<String, Value>) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let known = || {
            properties
                .into_iter()
                .flat_map(Map::keys)
                .map(String::as_str)
        };
        let absent = || known().filter(|name| !members.contains_key(*name));
        let required: Vec<_> = strings(schema.get("required")).collect();

        for name in &required {
            if members.contains_key(*name) || self.check.limits_only {
                continue;
            }
            let strangers = members.keys().map(String::as_str);
            let strangers = strangers.filter(|given| !known().any(|name| name == *given));
            let instead = nearest(name, strangers);
            let member = properties.and_then(|properties| properties.get(*name));
            let expected = member.and_then(Value::as_object);
            let expected = expected.map(|schema| self.expectation(schema));
            let expected = expected.map_or_else(|| "a value".to_owned(), |e| e.to_string());
            let what = missing(name, &expected, instead);
            self.at(Segment::Member((*name).to_owned()), |visit| {
                visit.misfit(what);
            });
        }
        for (name, value) in members {
            if self.is_done() {
                return;
            }
            let segment = Segment::Member(name.clone());
            let property = properties.and_then(|properties| properties.get(name));
            match (property, more(schema)) {
                (Some(Value::Object(property)), _) => {
                    let is_left_out =
                        value.is_null() && self.check.lenient && !required.contains(&name.as_str());
                    if !is_left_out {
                        self.at(segment, |visit| visit.value(property, value));
                    }
                }
                (None, Some(Value::Object(more))) => {
                    self.at(segment, |visit| visit.value(more, value));
                }
                (None, Some(Value::Bool(false))) if !self.check.limits_only => {
                    let what = match nearest(name, absent()) {
                        Some(near) => format!("unknown, did you mean `{near}`?"),
                        None => unknown(known()),
                    };
                    self.at(segment, |visit| visit.misfit(what));
                }
                _ => {}
            }
        }
    }

    fn array(&mut self, schema: &'a Map<String, Value>, items: &[Value]) {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        for (index, item) in items.iter().enumerate() {
            let own = first.and_then(|first| first.get(index));
            if let Some(Value::Object(schema)) = own.or_else(|| schema.get("items")) {
                self.at(Segment::Index(index), |visit| visit.value(schema, item));
            }
        }
    }

    /// What is wrong with a value that stands here, and is not told yet.
    fn misfits(
        &self,
        schema: &'a Map<String, Value>,
        value: &Value,
        limits_only: bool,
    ) -> Vec<Misfit> {
        let mut visit = Visit {
            check: Check {
                limits_only,
                ..self.check
            },
            steps: self.steps,
            path: self.path.clone(),
            misfits: Vec::new(),
        };
        visit.value(schema, value);
        visit.misfits
    }

    fn expectation(&self, schema: &'a Map<String, Value>) -> Expectation<'a> {
        Expectation::new(resolved(schema, self.check.definitions))
    }

    fn unfit(&mut self, expected: Expectation<'_>, value: &Value) {
        let hint = did_you_mean(value, &expected.values());
        self.unfit_or(expected, value, &hint);
    }

    fn unfit_or(&mut self, expected: Expectation<'_>, value: &Value, hint: &str) {
        let got = excerpt(&value.to_string());
        self.misfit(format!("expected {expected}, got {got}{hint}"));
    }

    fn misfit(&mut self, what: String) {
        if self.is_done() {
            return;
        }
        let path = self.path.clone();
        self.misfits.push(Misfit { path, what });
    }

    fn at(&mut self, segment: Segment, visit: impl FnOnce(&mut Self)) {
        self.path.push(segment);
        visit(self);
        self.path.pop();
    }
}

/// The schema of members that have none of their own. A map whose keys are numbers has it under
/// the pattern of such keys.
pub(crate) fn more(schema: &Map<String, Value>) -> Option<&Value> {
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let of_pattern = patterns.and_then(|patterns| patterns.values().next());
    of_pattern.or_else(|| schema.get("additionalProperties"))
}

fn unknown<'a>(known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.map(|name| format!("`{name}`")).collect();
    match known.as_slice() {
        [] => "unknown, there are no members".to_owned(),
        known => format!("unknown, the members are {}", known.join(", ")),
    }
}

fn missing(name: &str, expected: &str, instead: Option<&str>) -> String {
    let hint = instead.map(|instead| {
        let instead = excerpt(instead);
        format!("; there is no `{instead}`, did you mean `{name}`?")
    });
    format!("missing, expected {expected}{}", hint.unwrap_or_default())
}

/// The schemas in a list of them.
pub(crate) fn schemas<'a>(
    schema: &'a Map<String, Value>,
    list: &str,
) -> impl Iterator<Item = &'a Map<String, Value>> + Clone + use<'a> {
    let list = schema.get(list).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_object)
}

fn strings(list: Option<&Value>) -> impl Iterator<Item = &str> {
    let list = list.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str)
}

pub(crate) fn one_of(values: &[&Value]) -> String {
    let values: Vec<_> = values.iter().map(ToString::to_string).collect();
    match values.as_slice() {
        [only] => only.clone(),
        values => format!("one of {}", values.join(", ")),
    }
}

/// The value that a text may be a misspelling of.
fn did_you_mean(given: &Value, values: &[&Value]) -> String {
    let names = values.iter().filter_map(|value| value.as_str());
    let near = given.as_str().and_then(|given| nearest(given, names));
    near.map(|near| format!(", did you mean {}?", Value::from(near)))
        .unwrap_or_default()
}

/// How many values a value is and holds.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}
