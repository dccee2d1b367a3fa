//! JSON that a model has written into strings, taken out again where a schema wants no string.
//!
//! The schema says where: a decoder says only where it stopped, and of what it reads out of a
//! buffer, as in tagged enums and flattened structs, not even that. The text is rewritten, not a
//! value made of it, so that no digit is lost.

use std::fmt::Write;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::check::{Check, more, schemas};
use crate::patterns::Patterns;
use crate::raw::Raw;
use crate::reference::resolved;
use crate::schema::{SchemaOf, Schemas, Side};

/// How long a text may be, in bytes: it is read again for each level of nesting.
const MAX_BYTES: usize = 1 << 20;

/// `text` with JSON taken out of strings; `None` if there is nothing to take.
pub(crate) fn unquoted(text: &str, schema: SchemaOf) -> Option<String> {
    if text.len() > MAX_BYTES || !text.contains('"') {
        return None;
    }
    let mut schemas = Schemas::new(Side::Input);
    let schema = schemas.of(schema);
    let definitions = schemas.definitions();
    let mut writer = Writer {
        check: Check {
            definitions: &definitions,
            patterns: &Patterns::default(),
            lenient: true,
            limits_only: false,
        },
        written: String::with_capacity(text.len()),
        is_changed: false,
    };
    writer.value(Some(&schema), text);
    writer.is_changed.then_some(writer.written)
}

/// The JSON in a JSON string, if that is what it holds.
fn inner(token: &str) -> Option<String> {
    let inner: String = serde_json::from_str(token).ok()?;
    let inner: &RawValue = serde_json::from_str(&inner).ok()?;
    Some(inner.get().to_owned())
}

struct Writer<'a> {
    check: Check<'a>,
    written: String,
    is_changed: bool,
}

impl<'a> Writer<'a> {
    fn value(&mut self, schema: Option<&'a Map<String, Value>>, text: &str) {
        let written = schema.and_then(|schema| match text.as_bytes().first() {
            Some(b'"') => self.string(schema, text),
            Some(b'{') => self.object(schema, text),
            Some(b'[') => self.list(schema, text),
            _ => None,
        });
        if written.is_none() {
            self.written.push_str(text);
        }
    }

    fn string(&mut self, schema: &'a Map<String, Value>, text: &str) -> Option<()> {
        let value = serde_json::from_str(text).ok()?;
        if self.check.allows(schema, &value) {
            return None;
        }
        let inner = inner(text)?;
        self.is_changed = true;
        self.value(Some(schema), &inner);
        Some(())
    }

    fn object(&mut self, schema: &'a Map<String, Value>, text: &str) -> Option<()> {
        let mut members = Vec::new();
        Raw::new(text)?.members(|name, value| members.push((name, value)))?;
        let parts = self.parts(schema, text);
        let member = |name: &str| {
            let own = |part: &&'a Map<String, Value>| part.get("properties")?.get(name);
            let own = parts.iter().find_map(own);
            own.or_else(|| parts.iter().find_map(|part| more(part)))
        };
        self.written.push('{');
        for (index, (name, value)) in members.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            _ = write!(self.written, "{comma}{}:", Value::from(&**name));
            self.value(member(name).and_then(Value::as_object), value.get());
        }
        self.written.push('}');
        Some(())
    }

    fn list(&mut self, schema: &'a Map<String, Value>, text: &str) -> Option<()> {
        let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        let parts = self.parts(schema, text);
        let item = |index| {
            let own = |part: &&'a Map<String, Value>| part.get("prefixItems")?.get(index);
            let own = parts.iter().find_map(own);
            own.or_else(|| parts.iter().find_map(|part| part.get("items")))
        };
        self.written.push('[');
        for (index, value) in items.iter().enumerate() {
            self.written.push_str(if index > 0 { "," } else { "" });
            self.value(item(index).and_then(Value::as_object), value.get());
        }
        self.written.push(']');
        Some(())
    }

    /// The schemas that say what is inside a value: its own, those it is made of, and the branch
    /// of a union that the value fits.
    fn parts(&self, schema: &'a Map<String, Value>, text: &str) -> Vec<&'a Map<String, Value>> {
        let mut parts = vec![resolved(schema, self.check.definitions)];
        let mut next = 0;
        while let Some(schema) = parts.get(next) {
            next += 1;
            let branch = ["oneOf", "anyOf"].map(|union| self.branch(schemas(schema, union), text));
            let all = schemas(schema, "allOf").chain(branch.into_iter().flatten());
            let all: Vec<_> = all
                .map(|part| resolved(part, self.check.definitions))
                .collect();
            parts.extend(all);
        }
        parts
    }

    fn branch(
        &self,
        mut branches: impl Iterator<Item = &'a Map<String, Value>> + Clone,
        text: &str,
    ) -> Option<&'a Map<String, Value>> {
        branches.clone().next()?;
        let value = serde_json::from_str(text).ok()?;
        let fits = |check: Check<'a>| {
            let value = &value;
            move |branch: &&Map<String, Value>| {
                let misfits = check.misfits(branch, value);
                misfits.is_some_and(|misfits| misfits.is_empty())
            }
        };
        let exactly = Check {
            lenient: false,
            limits_only: false,
            ..self.check
        };
        let exact = branches.clone().find(fits(exactly));
        exact.or_else(|| branches.find(fits(self.check)))
    }
}
