//! A parameter without its type: what lists say of it, and what its values are held to.

use std::borrow::Cow;
use std::iter::once;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::completion::Complete;
use crate::expectation::Expectation;
use crate::fitting::fitting;
use crate::held::{Held, Promises};
use crate::limits::Limits;
use crate::panics::caught;
use crate::schema::{SchemaOf, Schemas, Side, meanings, without_null};
use crate::version::Rules;

/// A parameter without its type.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) name: Cow<'static, str>,
    pub(crate) alias: Option<&'static str>,
    pub(crate) description: Option<&'static str>,
    pub(crate) required: bool,
    pub(crate) default: Option<Value>,
    pub(crate) example: Option<Value>,
    pub(crate) header: Option<&'static str>,
    pub(crate) complete: Option<Complete>,
    pub(crate) limits: Limits,
    pub(crate) schema: SchemaOf,
    /// Whether the schema is that of a struct, which has this parameter as a member.
    pub(crate) is_member: bool,
    pub(crate) decodes: fn(&str) -> bool,
    pub(crate) held: Option<Arc<Held>>,
    /// What its type promises and nobody holds values to.
    pub(crate) unheld: Vec<String>,
}

impl Described {
    /// A member of a struct, which the struct's own schema describes.
    pub(crate) fn member(of: SchemaOf, name: String, required: bool) -> Self {
        let described = Self {
            name: name.into(),
            alias: None,
            description: None,
            required,
            default: None,
            example: None,
            header: None,
            complete: None,
            limits: Limits::NONE,
            schema: of,
            is_member: true,
            // The struct is decoded as a whole or not at all.
            decodes: |_| true,
            held: None,
            unheld: Vec::new(),
        };
        described.hold()
    }

    /// Makes ready what only a check of ours holds values to. Most parameters have no such limits,
    /// and their calls pay nothing.
    pub(crate) fn hold(mut self) -> Self {
        let member = self.is_member.then_some(&*self.name);
        let has_own = !self.limits.are_none() || self.header.is_some();
        let promises = caught(|| Promises::of(self.schema, member)).unwrap_or_default();
        self.unheld = promises.unheld;
        if has_own || promises.limits {
            self.hold_to(false);
        }
        self
    }

    /// Holds values to all that the schema says. A decoder takes more: a list for a struct, a list
    /// with repetitions for a set.
    pub(crate) fn hold_to_schema(&mut self) {
        self.hold_to(true);
    }

    fn hold_to(&mut self, exact: bool) {
        let mut schemas = Schemas::new(Side::Input);
        let schema = self.schema(&mut schemas);
        self.held = Some(Arc::new(Held::new(schema, schemas.definitions(), exact)));
    }

    /// Whether the parameter takes an argument of this name.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }

    /// The names it takes, the advertised one first.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        [Some(self.name.as_ref()), self.alias].into_iter().flatten()
    }

    /// What is wrong with the declaration, if anything.
    pub(crate) fn fault(&self) -> Option<String> {
        // Most have none, and a schema is not made before somebody asks for it.
        if self.limits.are_none() && self.header.is_none() {
            return None;
        }
        let mut schema = Schemas::new(Side::Input).of(self.schema);
        without_null(&mut schema);
        let kind = schema.get("type").and_then(Value::as_str);
        if self.header.is_some() && !matches!(kind, Some("string" | "integer" | "boolean")) {
            return Some("a `header` carries a string, an integer or a `bool` only".to_owned());
        }
        if let Err(fault) = self.limits.describe(&mut schema) {
            return Some(fault.to_owned());
        }
        let held = self.held.as_ref()?;
        if self.limits.has_pattern()
            && let Some(unheld) = held.unheld.first()
        {
            return Some(unheld.clone());
        }
        let is_beyond = |value: &Value| !held.misfits(value, false).is_empty();
        let mut shown = self.default.iter().chain(&self.example);
        shown
            .any(is_beyond)
            .then(|| "its default or example is not within its limits".to_owned())
    }

    /// A value that would be taken, if one can be made up.
    pub(crate) fn fitting(&self) -> Option<Value> {
        let mut schemas = Schemas::new(Side::Input);
        let schema = self.schema(&mut schemas);
        let value = fitting(&schema, &schemas.definitions())?;
        let decodes = || (self.decodes)(&value.to_string());
        let is_taken = caught(decodes).unwrap_or_default();
        is_taken.then_some(value)
    }

    /// The values that the type itself lists, for a person who fills it in.
    pub(crate) fn choices(&self) -> Vec<String> {
        let schema = self.schema(&mut Schemas::new(Side::Input));
        if schema.get("type") == Some(&"boolean".into()) {
            return vec!["true".to_owned(), "false".to_owned()];
        }
        let values = Expectation::new(&schema).values().into_iter();
        let in_words = |value: &Value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        values.map(in_words).collect()
    }

    /// Whether there is something to offer a person who fills it in.
    pub(crate) fn completes(&self) -> bool {
        self.complete.is_some() || !self.choices().is_empty()
    }

    /// Whether a call shows it: it has to be there, or its author shows how it may be.
    pub(crate) fn is_shown(&self) -> bool {
        self.required || self.example.is_some()
    }

    /// The schema as a list of tools shows it.
    pub(crate) fn listed(&self, schemas: &mut Schemas, rules: &Rules) -> Map<String, Value> {
        let mut schema = self.schema(schemas);
        if let (Some(header), true) = (self.header, rules.headers) {
            schema.insert("x-mcp-header".to_owned(), header.into());
        }
        schema
    }

    pub(crate) fn schema(&self, schemas: &mut Schemas) -> Map<String, Value> {
        let mut schema = match self.is_member {
            true => schemas.member(self.schema, &self.name),
            false => schemas.of(self.schema),
        };
        if !self.required {
            without_null(&mut schema);
        }
        if let Some(description) = self.description {
            // What the parameter is for replaces what its type is, but not what the values mean.
            let lines: Vec<_> = once(description.to_owned())
                .chain(meanings(&schema))
                .collect();
            schema.insert("description".to_owned(), lines.join("\n").into());
        }
        // A limit that does not fit the type has been refused with the server's set-up.
        let _ = self.limits.describe(&mut schema);
        if self.header.is_some() && schema.get("type") == Some(&"integer".into()) {
            // What any client can write and read as a number.
            const MOST: i64 = (1 << 53) - 1;
            schema.entry("minimum").or_insert((-MOST).into());
            schema.entry("maximum").or_insert(MOST.into());
        }
        schema.extend(
            self.default
                .clone()
                .map(|default| ("default".to_owned(), default)),
        );
        schema.extend(
            self.example
                .clone()
                .map(|example| ("examples".to_owned(), vec![example].into())),
        );
        schema
    }
}
