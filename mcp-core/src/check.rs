//! Holds a value to a schema, and names every place where it does not fit.
//!
//! The decoder decides whether a value is taken, and stops at its first fault. This is asked when
//! it has refused one, for all that is wrong and in a model's words, and when a schema promises
//! what no decoder looks at.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Map, Number, Value};

use crate::expectation::{Expectation, excerpt};
use crate::near::nearest;
use crate::path::{Path, Segment};
use crate::patterns::Patterns;

/// A place in a value that does not fit, and why.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) path: Path,
    pub(crate) what: String,
}

/// How many misfits are looked for in one value: a list may hold a million.
const MAX_MISFITS: usize = 16;

/// What values are held to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check<'a> {
    pub(crate) definitions: &'a Map<String, Value>,
    pub(crate) patterns: &'a Patterns,
    /// Takes what a lenient decoder mends.
    pub(crate) lenient: bool,
}

impl Check<'_> {
    pub(crate) fn misfits(self, schema: &Map<String, Value>, value: &Value) -> Vec<Misfit> {
        let mut visit = Visit {
            check: self,
            path: Path::default(),
            misfits: Vec::new(),
        };
        visit.value(schema, value);
        visit.misfits
    }
}

struct Visit<'a> {
    check: Check<'a>,
    path: Path,
    misfits: Vec<Misfit>,
}

impl<'a> Visit<'a> {
    fn value(&mut self, schema: &'a Map<String, Value>, value: &Value) {
        if self.misfits.len() >= MAX_MISFITS {
            return;
        }
        let schema = resolved(schema, self.check.definitions);
        let expected = Expectation::new(schema);
        if let Value::String(text) = value
            && self.check.lenient
            && !expected.allows(value)
            && let Ok(inner) = serde_json::from_str::<Value>(text)
        {
            return self.mended(schema, value, &inner);
        }
        if !expected.allows(value) || !self.is_within(schema, value) {
            return self.unfit(expected, value);
        }
        for union in ["oneOf", "anyOf"] {
            if let Some(Value::Array(branches)) = schema.get(union) {
                self.union(expected, branches, value);
            }
        }
        match value {
            Value::Object(members) => self.object(schema, members),
            Value::Array(items) => self.array(schema, items),
            _ => {}
        }
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

    /// Whether a value of an allowed kind keeps to the limits on it.
    fn is_within(&self, schema: &Map<String, Value>, value: &Value) -> bool {
        let limit = |key: &str| schema.get(key);
        let length = |shortest: &str, longest: &str, length: usize| {
            let length = length as u64;
            let limit = |key: &str| schema.get(key).and_then(Value::as_u64);
            limit(shortest).is_none_or(|shortest| length >= shortest)
                && limit(longest).is_none_or(|longest| length <= longest)
        };
        match value {
            Value::Number(number) => {
                let is = |key: &str, fits: fn(Ordering) -> bool| {
                    let bound = limit(key).and_then(Value::as_number);
                    bound
                        .and_then(|bound| compare(number, bound))
                        .is_none_or(fits)
                };
                is("minimum", Ordering::is_ge)
                    && is("maximum", Ordering::is_le)
                    && is("exclusiveMinimum", Ordering::is_gt)
                    && is("exclusiveMaximum", Ordering::is_lt)
                    && limit("multipleOf")
                        .and_then(Value::as_number)
                        .is_none_or(|step| is_multiple(number, step))
            }
            Value::String(text) => {
                length("minLength", "maxLength", text.chars().count())
                    && limit("pattern")
                        .and_then(Value::as_str)
                        .is_none_or(|pattern| self.check.patterns.match_in(pattern, text))
            }
            Value::Array(items) => {
                // A set takes what a list holds twice; nothing is lost.
                let is_set = !self.check.lenient && limit("uniqueItems") == Some(&true.into());
                length("minItems", "maxItems", items.len()) && !(is_set && repeats(items))
            }
            Value::Object(members) => length("minProperties", "maxProperties", members.len()),
            Value::Null | Value::Bool(_) => true,
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
            if members.contains_key(*name) {
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
                (None, Some(Value::Bool(false))) => {
                    let near = nearest(name, absent());
                    let hint = near.map(|near| format!(", did you mean `{near}`?"));
                    let what = format!("unknown{}", hint.unwrap_or_default());
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

    /// A value fits a union if it fits a branch. If none, it is told what is wrong with it as the
    /// branch that it was meant for.
    fn union(&mut self, expected: Expectation<'a>, branches: &'a [Value], value: &Value) {
        let branches = branches.iter().filter_map(Value::as_object);
        let branches = branches.map(|branch| resolved(branch, self.check.definitions));
        let branches: Vec<_> = branches.collect();
        let misfits = |branch: &'a Map<String, Value>| {
            let mut visit = Visit {
                check: self.check,
                path: self.path.clone(),
                misfits: Vec::new(),
            };
            visit.value(branch, value);
            visit.misfits
        };
        if branches.iter().any(|branch| misfits(branch).is_empty()) {
            return;
        }
        match Meant::of(&branches, value) {
            Meant::Branch(branch) => {
                let misfits = misfits(branch);
                self.misfits.extend(misfits);
            }
            Meant::Tag { name, tags } => {
                let strangers = value.as_object().into_iter().flat_map(Map::keys);
                let instead = nearest(name, strangers.map(String::as_str));
                let what = match value.get(name) {
                    Some(given) => format!(
                        "expected {}, got {}{}",
                        one_of(&tags),
                        excerpt(&given.to_string()),
                        did_you_mean(given, &tags)
                    ),
                    None => missing(name, &one_of(&tags), instead),
                };
                self.at(Segment::Member(name.to_owned()), |visit| visit.misfit(what));
            }
            Meant::Nothing => self.unfit(expected, value),
        }
    }

    fn expectation(&self, schema: &'a Map<String, Value>) -> Expectation<'a> {
        Expectation::new(resolved(schema, self.check.definitions))
    }

    fn unfit(&mut self, expected: Expectation<'_>, value: &Value) {
        let got = excerpt(&value.to_string());
        let hint = did_you_mean(value, &expected.values());
        self.misfit(format!("expected {expected}, got {got}{hint}"));
    }

    fn misfit(&mut self, what: String) {
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
fn more(schema: &Map<String, Value>) -> Option<&Value> {
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    let of_pattern = patterns.and_then(|patterns| patterns.values().next());
    of_pattern.or_else(|| schema.get("additionalProperties"))
}

/// Which branch of a union a value was meant for.
enum Meant<'a> {
    Branch(&'a Map<String, Value>),
    /// The branches differ in the value of one member, and it is none of those.
    Tag {
        name: &'a str,
        tags: Vec<&'a Value>,
    },
    Nothing,
}

impl<'a> Meant<'a> {
    fn of(branches: &[&'a Map<String, Value>], value: &Value) -> Self {
        if let Value::Object(members) = value {
            if let Some((name, tags)) = tag(branches) {
                let given = members.get(name);
                let place = tags.iter().position(|tag| Some(*tag) == given);
                return match place {
                    Some(place) => {
                        Self::Branch(objects(branches).nth(place).expect("it has the tag"))
                    }
                    None => Self::Tag { name, tags },
                };
            }
            // serde's own form: the variant's name is the only member.
            let named = objects(branches).find(|branch| {
                let mut required = strings(branch.get("required"));
                let only = required.next().filter(|_| required.next().is_none());
                members.len() == 1 && only.is_some_and(|only| members.contains_key(only))
            });
            if let Some(named) = named {
                return Self::Branch(named);
            }
        }
        let mut allowing = branches
            .iter()
            .filter(|branch| Expectation::new(branch).allows(value));
        match (allowing.next(), allowing.next()) {
            (Some(only), None) => Self::Branch(only),
            _ => Self::Nothing,
        }
    }
}

fn objects<'b, 'a: 'b>(
    branches: &'b [&'a Map<String, Value>],
) -> impl Iterator<Item = &'a Map<String, Value>> + 'b {
    let is_object = |branch: &&Map<String, Value>| branch.contains_key("properties");
    branches.iter().copied().filter(is_object)
}

/// The member that tells the object branches of a union apart, and its values.
fn tag<'a>(branches: &[&'a Map<String, Value>]) -> Option<(&'a str, Vec<&'a Value>)> {
    let constant = |branch: &'a Map<String, Value>, name: &str| {
        branch.get("properties")?.get(name)?.get("const")
    };
    let first = objects(branches).next()?;
    let names = first.get("properties")?.as_object()?.keys();
    names.map(String::as_str).find_map(|name| {
        let tags: Option<Vec<_>> = objects(branches)
            .map(|branch| constant(branch, name))
            .collect();
        Some((name, tags?))
    })
}

fn missing(name: &str, expected: &str, instead: Option<&str>) -> String {
    let hint = instead.map(|instead| {
        let instead = excerpt(instead);
        format!("; there is no `{instead}`, did you mean `{name}`?")
    });
    format!("missing, expected {expected}{}", hint.unwrap_or_default())
}

/// What a schema refers to, or else itself.
pub(crate) fn resolved<'a>(
    schema: &'a Map<String, Value>,
    definitions: &'a Map<String, Value>,
) -> &'a Map<String, Value> {
    let target = schema.get("$ref").and_then(Value::as_str);
    let name = target.and_then(|target| target.strip_prefix("#/$defs/"));
    let definition = name.and_then(|name| definitions.get(name));
    definition.and_then(Value::as_object).unwrap_or(schema)
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

fn repeats(items: &[Value]) -> bool {
    let mut seen = HashSet::new();
    !items.iter().all(|item| seen.insert(item.to_string()))
}

/// Integers are compared exactly, whatever their size.
fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

fn is_multiple(number: &Number, step: &Number) -> bool {
    match (number.as_i128(), step.as_i128()) {
        (Some(number), Some(step)) if step != 0 => number % step == 0,
        _ => match number.as_f64().zip(step.as_f64()) {
            // `0.3` is a multiple of `0.1`, though their quotient is not quite 3.
            Some((number, step)) => {
                let quotient = number / step;
                (quotient - quotient.round()).abs() <= quotient.abs().max(1.0) * 1e-9
            }
            None => true,
        },
    }
}
