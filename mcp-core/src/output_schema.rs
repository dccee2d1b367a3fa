//! The schema of what a tool returns.

use serde_json::{Map, Value, json};

use crate::definition::Definition;
use crate::dialect;
use crate::schema::{SchemaOf, Schemas, Side};
use crate::version::{Rules, Structured};

/// Where the schema of structured content is from.
#[derive(Clone, Debug)]
pub(crate) enum OutputSchema {
    Of(SchemaOf),
    Given(Value),
}

/// The schema of a tool's structured content.
pub(crate) struct Output {
    schema: Map<String, Value>,
    definitions: Map<String, Value>,
}

impl Output {
    pub(crate) fn of(definition: &Definition) -> Option<Self> {
        let output = match definition.output.as_ref()? {
            OutputSchema::Of(output) => *output,
            OutputSchema::Given(schema) => {
                return Some(Self {
                    schema: schema.as_object().cloned()?,
                    definitions: Map::new(),
                });
            }
        };
        let mut schemas = Schemas::new(Side::Output);
        let mut schema = schemas.of(output);
        if is_union_of_objects(&schema) {
            schema.insert("type".to_owned(), "object".into());
        }
        let definitions = schemas.definitions();
        Some(Self {
            schema,
            definitions,
        })
    }

    /// Whether the content is an object whatever the value. Where it is not, revisions that know
    /// objects only get it wrapped.
    pub(crate) fn is_object(&self) -> bool {
        self.schema.get("type").is_some_and(|kind| kind == "object")
    }

    pub(crate) fn schema(self, rules: &Rules) -> Map<String, Value> {
        let is_object = self.is_object();
        let mut schema = self.schema;
        if rules.structured == Structured::Object && !is_object {
            // Those of a type are found beside it; a given schema's own come along.
            if self.definitions.is_empty() {
                schema = dialect::moved(schema, "/properties/result");
            }
            let wrapped = json!({
                "type": "object",
                "properties": { "result": schema },
                "required": ["result"],
            });
            schema = match wrapped {
                Value::Object(wrapped) => wrapped,
                _ => Map::new(),
            };
        }
        if !self.definitions.is_empty() {
            schema.insert("$defs".to_owned(), self.definitions.into());
        }
        schema
    }
}

/// Whether every alternative is an object, as the variants of a tagged enum are.
fn is_union_of_objects(schema: &Map<String, Value>) -> bool {
    let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let is_object = |branch: &Value| branch.get("type").is_some_and(|kind| kind == "object");
    alternatives
        .and_then(Value::as_array)
        .is_some_and(|branches| branches.iter().all(is_object))
}
