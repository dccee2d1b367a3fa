//! What is told only of resources and prompts.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::Definition;
#[cfg(feature = "directory")]
use crate::completion::Complete;
use crate::content::annotated;
use crate::described::Described;
use crate::expectation::Expectation;
use crate::kind::Kind;
use crate::resources::{Address, Entries, Lister, Listing};
use crate::schema::{Schemas, Side};
use crate::version::Rules;

annotated!(Definition);

impl Definition {
    /// A resource, or what a template stands for, that takes nothing and says nothing about itself.
    #[track_caller]
    pub fn resource(name: &'static str, address: Address) -> Self {
        Self {
            kind: Kind::Resource,
            address: Some(address),
            ..Self::new(name)
        }
    }

    /// A prompt that takes nothing and says nothing about itself.
    #[track_caller]
    pub fn prompt(name: &'static str) -> Self {
        Self {
            kind: Kind::Prompt,
            ..Self::new(name)
        }
    }

    /// The media type of a resource's contents, instead of the one that their Rust type has.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<Cow<'static, str>>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The size of a resource's contents, in bytes.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Completes what a person types for the parameter that was added last.
    #[cfg(feature = "directory")]
    pub(crate) fn completed(mut self, complete: Complete) -> Self {
        if let Some(parameter) = self.parameters.last_mut() {
            parameter.complete = Some(complete);
        }
        self
    }

    /// Says which resources there are under a template.
    #[must_use]
    pub fn list<How, E: Entries<How> + 'static>(
        mut self,
        list: impl Fn(Listing) -> E + Send + Sync + 'static,
    ) -> Self {
        self.lister = Some(Lister::new(list));
        self
    }

    /// Whether this is the template of many resources.
    pub(crate) fn is_template(&self) -> bool {
        self.address.as_ref().is_some_and(Address::is_template)
    }

    /// The entry in `resources/list` or `resources/templates/list`.
    pub(crate) fn listed_resource(&self, rules: &Rules) -> Map<String, Value> {
        let mut entry = Map::new();
        if let Some(address) = &self.address {
            let key = match address.is_template() {
                true => "uriTemplate",
                false => "uri",
            };
            entry.insert(key.to_owned(), address.text().into());
        }
        self.introduce(&mut entry, rules);
        if let Some(mime_type) = &self.mime_type {
            entry.insert("mimeType".to_owned(), mime_type.as_ref().into());
        }
        if let (Some(size), false) = (self.size, self.is_template()) {
            entry.insert("size".to_owned(), size.into());
        }
        let annotations = self.annotations.under(rules);
        if !annotations.are_none() {
            entry.insert("annotations".to_owned(), json!(annotations));
        }
        self.decorate(&mut entry, rules);
        entry
    }

    /// The entry in `prompts/list`.
    pub(crate) fn listed_prompt(&self, rules: &Rules) -> Map<String, Value> {
        let mut entry = Map::new();
        self.introduce(&mut entry, rules);
        if !self.parameters.is_empty() {
            let arguments = self.parameters.iter().map(prompt_argument);
            entry.insert("arguments".to_owned(), arguments.collect());
        }
        self.decorate(&mut entry, rules);
        entry
    }
}

/// An argument of a prompt, which people fill in.
fn prompt_argument(parameter: &Described) -> Value {
    let schema = parameter.schema(&mut Schemas::new(Side::Input));
    let mut argument = Map::new();
    argument.insert("name".to_owned(), parameter.name.as_ref().into());
    let expected = Some(Expectation::new(&schema).to_string());
    let expected = expected.filter(|expected| expected != "a string");
    let described = schema.get("description").and_then(Value::as_str);
    let text = match (described, expected) {
        // What the values mean stands below what the argument is for.
        (Some(text), Some(expected)) => match text.split_once('\n') {
            Some((first, rest)) => Some(format!("{first} ({expected})\n{rest}")),
            None => Some(format!("{text} ({expected})")),
        },
        (text, expected) => text.map(str::to_owned).or(expected),
    };
    if let Some(text) = text {
        argument.insert("description".to_owned(), text.into());
    }
    argument.insert("required".to_owned(), parameter.required.into());
    argument.into()
}
