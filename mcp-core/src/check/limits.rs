//! The limits that a schema sets on numbers, texts, lists and maps.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Map, Number, Value};

use super::Check;

/// Whether a value of an allowed kind keeps to the limits on it.
pub(super) fn is_within(check: Check<'_>, schema: &Map<String, Value>, value: &Value) -> bool {
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
                    .is_none_or(|pattern| check.patterns.match_in(pattern, text))
        }
        Value::Array(items) => {
            // A set takes what a list holds twice; nothing is lost.
            let is_set = !check.lenient && limit("uniqueItems") == Some(&true.into());
            length("minItems", "maxItems", items.len()) && !(is_set && repeats(items))
        }
        Value::Object(members) => length("minProperties", "maxProperties", members.len()),
        Value::Null | Value::Bool(_) => true,
    }
}

fn repeats(items: &[Value]) -> bool {
    let mut seen = HashSet::new();
    !items.iter().all(|item| seen.insert(one_spelling(item)))
}

/// A value's text, the same for all ways to write it: JSON Schema has `1` and `1.0` as one number,
/// and members in no order.
fn one_spelling(value: &Value) -> String {
    let listed = |items: Vec<String>| format!("[{}]", items.join(","));
    match value {
        Value::Number(number) => match integer(number) {
            Some(integer) => integer.to_string(),
            None => number.to_string(),
        },
        Value::Array(items) => listed(items.iter().map(one_spelling).collect()),
        Value::Object(members) => {
            let members = members.iter();
            let mut members: Vec<_> = members
                .map(|(name, value)| format!("{}:{}", Value::from(&**name), one_spelling(value)))
                .collect();
            members.sort_unstable();
            format!("{{{}}}", listed(members))
        }
        other => other.to_string(),
    }
}

/// An integer that a number is, also as a fraction of nothing.
fn integer(number: &Number) -> Option<i128> {
    let whole = |float: f64| {
        let is_exact = float.fract() == 0.0 && float.abs() < 1e38;
        #[expect(clippy::cast_possible_truncation, reason = "it is in range")]
        is_exact.then_some(float as i128)
    };
    number.as_i128().or_else(|| number.as_f64().and_then(whole))
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
                let slack = (quotient.abs() * 4.0 * f64::EPSILON).clamp(f64::EPSILON, 0.25);
                (quotient - quotient.round()).abs() <= slack
            }
            None => true,
        },
    }
}
