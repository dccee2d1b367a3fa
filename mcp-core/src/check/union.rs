//! Values of which a schema says that they fit one of several: which one was meant.

use serde_json::{Map, Value};

use super::{Visit, did_you_mean, missing, one_of, schemas, strings};
use crate::expectation::{Expectation, excerpt};
use crate::near::nearest;
use crate::path::Segment;
use crate::reference::resolved;

impl<'a> Visit<'a> {
    /// A value fits a union if it fits a branch. If none, it is told what is wrong with it as the
    /// branch that it was meant for.
    pub(super) fn union(&mut self, schema: &'a Map<String, Value>, union: &str, value: &Value) {
        let all = schemas(schema, union).map(|branch| resolved(branch, self.check.definitions));
        let all: Vec<_> = all.collect();
        let tag = Tag::of(&all).filter(|_| value.is_object());
        let is_tagged = |branch: &&Map<String, Value>| {
            tag.as_ref()
                .is_some_and(|tag| constant(branch, tag.name).is_some())
        };
        let is_possible = |branch: &&Map<String, Value>| {
            let own = tag.as_ref().and_then(|tag| constant(branch, tag.name));
            let given = tag.as_ref().and_then(|tag| value.get(tag.name));
            Expectation::new(branch).allows(value) && (own.is_none() || own == given)
        };
        // Only these are looked into, and each once: in a type that contains itself, twice at
        // each level is forever.
        let possible: Vec<_> = all.iter().copied().filter(is_possible).collect();
        if self.check.limits_only {
            return self.union_within(&possible, value);
        }
        let mut misfits: Vec<_> = possible
            .iter()
            .map(|branch| self.misfits(branch, value, false))
            .collect();
        if misfits.iter().any(Vec::is_empty) {
            return;
        }
        let meant = match (&tag, possible.as_slice()) {
            (Some(_), possible) => possible.iter().position(is_tagged),
            (None, [_]) => Some(0),
            (None, possible) => possible.iter().position(|branch| is_named(branch, value)),
        };
        match (meant, tag) {
            (Some(meant), _) => self.misfits.append(&mut misfits[meant]),
            (None, Some(tag)) => self.untagged(&tag, value),
            (None, None) => {
                let hint = near_form(&all, value);
                self.unfit_or(Expectation::new(schema), value, &hint);
            }
        }
    }

    /// Holds a value that a decoder has taken, as one of these branches, to the limits of it.
    fn union_within(&mut self, possible: &[&'a Map<String, Value>], value: &Value) {
        if let [only] = possible {
            return self.value(only, value);
        }
        // The branch that was taken has nothing wrong with it but limits, if the schema knows all
        // of its names.
        let mut beyond = None;
        for branch in possible {
            let misfits = self.misfits(branch, value, false);
            if misfits.is_empty() {
                return;
            }
            let is_taken = || misfits.len() == self.misfits(branch, value, true).len();
            if beyond.is_none() && is_taken() {
                beyond = Some(misfits);
            }
        }
        self.misfits.extend(beyond.into_iter().flatten());
    }

    /// Tells that a member which says what the rest is does not.
    fn untagged(&mut self, tag: &Tag<'a>, value: &Value) {
        let Tag { name, values } = tag;
        let strangers = value.as_object().into_iter().flat_map(Map::keys);
        let instead = nearest(name, strangers.map(String::as_str));
        let what = match value.get(name) {
            Some(given) => format!(
                "expected {}, got {}{}",
                one_of(values),
                excerpt(&given.to_string()),
                did_you_mean(given, values)
            ),
            None => missing(name, &one_of(values), instead),
        };
        self.at(Segment::Member((*name).to_owned()), |visit| {
            visit.misfit(what);
        });
    }
}

/// The member that tells the branches of a union that are objects apart, and its values.
struct Tag<'a> {
    name: &'a str,
    values: Vec<&'a Value>,
}

impl<'a> Tag<'a> {
    fn of(branches: &[&'a Map<String, Value>]) -> Option<Self> {
        let is_object = |branch: &&Map<String, Value>| branch.contains_key("properties");
        let objects = || branches.iter().copied().filter(is_object);
        let names = objects().next()?.get("properties")?.as_object()?.keys();
        names.map(String::as_str).find_map(|name| {
            let values: Option<_> = objects().map(|branch| constant(branch, name)).collect();
            Some(Self {
                name,
                values: values?,
            })
        })
    }
}

/// The only value that a member may have.
fn constant<'a>(schema: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)?.get("const")
}

/// The member that an object cannot do without, if there is just one: the name of the variant in
/// serde's own form.
fn only_member(schema: &Map<String, Value>) -> Option<&str> {
    let mut required = strings(schema.get("required"));
    required.next().filter(|_| required.next().is_none())
}

fn is_named(branch: &Map<String, Value>, value: &Value) -> bool {
    let members = value.as_object().filter(|members| members.len() == 1);
    let name = members.and_then(|members| members.keys().next());
    name.is_some() && only_member(branch) == name.map(String::as_str)
}

/// The variant that a misspelt one may have been, in words.
fn near_form(branches: &[&Map<String, Value>], value: &Value) -> String {
    let values = branches
        .iter()
        .flat_map(|branch| Expectation::new(branch).values());
    let values: Vec<_> = values.collect();
    let members = value.as_object().filter(|members| members.len() == 1);
    let name = members.and_then(|members| members.keys().next());
    let names: Vec<_> = branches.iter().filter_map(|b| only_member(b)).collect();
    let near = |given: &str| nearest(given, names.iter().copied());
    if let Some(near) = name.and_then(|name| near(name)) {
        return format!(", did you mean `{near}`?");
    }
    let hint = did_you_mean(value, &values);
    match value.as_str().and_then(near).filter(|_| hint.is_empty()) {
        Some(near) => format!(", did you mean {{{}: …}}?", Value::from(near)),
        None => hint,
    }
}
