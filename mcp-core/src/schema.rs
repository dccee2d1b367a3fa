//! JSON Schemas from Rust types, in the form that every client and model API takes.
//!
//! schemars says what a type is; this file says it again the way the wire wants it: no `$schema`,
//! no formats outside the JSON Schema vocabulary (bounds instead), no boolean schema, simple
//! enums as one `enum`, an `items` in every array, and `$ref` only where a type contains itself.

mod listed;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::reference::target;

pub(crate) use listed::listed;

/// Writes one type's schema with a generator that others share, so that definitions are too.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Which side of the wire a schema is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// What may be sent to a tool: an optional member is one that may be left out, and no union
    /// with `null`, which several model APIs refuse.
    Input,
    /// What a tool sends: exact, `null` included.
    Output,
}

/// The schemas of one tool's input or output.
pub(crate) struct Schemas {
    generator: SchemaGenerator,
    side: Side,
}

impl Schemas {
    pub(crate) fn new(side: Side) -> Self {
        Self {
            generator: generator(side),
            side,
        }
    }

    pub(crate) fn of(&mut self, schema: SchemaOf) -> Map<String, Value> {
        let mut schema = schema(&mut self.generator);
        self.portable(&mut schema);
        match schema.to_value() {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// The schema of a struct in plain sight, also where it contains itself.
    pub(crate) fn object(&mut self, schema: SchemaOf) -> Map<String, Value> {
        let schema = self.of(schema);
        let Some(Value::String(reference)) = schema.get("$ref") else {
            return schema;
        };
        let definition = target(reference, self.generator.definitions()).cloned();
        let mut schema = Schema::from(definition.unwrap_or_default());
        self.portable(&mut schema);
        schema.as_object().cloned().unwrap_or_default()
    }

    /// The schema of one member of a struct.
    pub(crate) fn member(&mut self, schema: SchemaOf, name: &str) -> Map<String, Value> {
        let mut object = self.object(schema);
        let properties = object.get_mut("properties");
        match properties.and_then(|properties| properties.get_mut(name)) {
            Some(Value::Object(member)) => std::mem::take(member),
            _ => Map::new(),
        }
    }

    /// What the `$ref`s in this object's schemas point to; empty unless a type contains itself.
    pub(crate) fn definitions(&mut self) -> Map<String, Value> {
        let definitions = self.generator.take_definitions(true);
        let portable = |(name, definition)| {
            let mut schema = Schema::try_from(definition).unwrap_or_default();
            self.portable(&mut schema);
            (name, schema.to_value())
        };
        definitions.into_iter().map(portable).collect()
    }

    fn portable(&self, schema: &mut Schema) {
        let side = self.side;
        RecursiveTransform(move |schema: &mut Schema| {
            // What is left of these is `additionalProperties: false`.
            if schema.as_bool() == Some(false) {
                return;
            }
            let schema = schema.ensure_object();
            bounds_for_format(schema);
            one_enum(schema);
            items(schema);
            no_boolean(schema);
            if side == Side::Input {
                optional_is_not_required(schema);
            }
        })
        .transform(schema);
    }
}

fn generator(side: Side) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let settings = match side {
        Side::Input => settings.for_deserialize(),
        Side::Output => settings.for_serialize(),
    };
    settings.into_generator()
}

/// What schemars says of a type, formats and all, with the definitions it refers to.
pub(crate) fn raw_schema(schema: SchemaOf) -> Value {
    let mut generator = generator(Side::Input);
    let mut schema = schema(&mut generator);
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), definitions.into());
    }
    schema.to_value()
}

/// The schema of `T`, for use as a [`SchemaOf`].
pub(crate) fn schema_of<T: JsonSchema + ?Sized>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Takes `null` out of what a value may be.
pub(crate) fn without_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_mut_slice() {
            let only = only.take();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    for union in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(union) else {
            continue;
        };
        branches.retain(|branch| branch.get("type") != Some(&json!("null")));
        if let [Value::Object(only)] = branches.as_mut_slice() {
            let only = std::mem::take(only);
            schema.shift_remove(union);
            for (key, value) in only {
                schema.entry(key).or_insert(value);
            }
        }
    }
}

/// `format: uint8` means nothing outside `OpenAPI`; its bounds do, and of a string's format its
/// name. Bounds that a double cannot
/// carry exactly are left out: clients would read another number.
fn bounds_for_format(schema: &mut Map<String, Value>) {
    /// The formats of JSON Schema 2020-12, section 7.3.
    const STANDARD: &[&str] = &[
        "date-time",
        "date",
        "time",
        "duration",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uuid",
        "uri-template",
        "json-pointer",
        "relative-json-pointer",
        "regex",
    ];

    let Some(Value::String(format)) = schema.get("format") else {
        return;
    };
    let bounds = match format.as_str() {
        "int32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        "uint32" => Some((0, i64::from(u32::MAX))),
        format if STANDARD.contains(&format) => return,
        _ if schema.get("type") == Some(&json!("string")) => return say_format(schema),
        _ => None,
    };
    schema.shift_remove("format");
    if let Some((minimum, maximum)) = bounds {
        schema.entry("minimum").or_insert(minimum.into());
        schema.entry("maximum").or_insert(maximum.into());
    }
}

/// Says in the description what a `format` says where it may stand.
fn say_format(schema: &mut Map<String, Value>) {
    if let Some(Value::String(format)) = schema.shift_remove("format") {
        let words = format!("Format: {format}");
        let description = match schema.get("description").and_then(Value::as_str) {
            Some(description) => format!("{description}\n{words}"),
            None => words,
        };
        schema.insert("description".to_owned(), description.into());
    }
}

/// Documented variants come as `oneOf` of constants. Models and their APIs want one flat list;
/// what the variants mean goes into the description.
fn one_enum(schema: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = schema.get("oneOf") else {
        return;
    };
    let Some(variants) = branches
        .iter()
        .map(Variants::of)
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let own = schema
        .get("description")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let meanings = variants.iter().flat_map(Variants::meanings);
    let description: Vec<_> = own.into_iter().chain(meanings).collect();
    let names: Vec<_> = variants
        .into_iter()
        .flat_map(|variants| variants.names)
        .collect();

    schema.shift_remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), names.into());
    if !description.is_empty() {
        schema.insert("description".to_owned(), description.join("\n").into());
    }
}

/// The lines in an enum's description that say what its values mean, as [`one_enum`] wrote them.
pub(crate) fn meanings(schema: &Map<String, Value>) -> Vec<String> {
    let values = schema.get("enum").and_then(Value::as_array);
    let names: Vec<_> = values
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let is_meaning = |line: &&str| {
        names
            .iter()
            .any(|name| line.starts_with(&format!("- {name}: ")))
    };
    let description = schema
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let start = description.lines().position(|line| is_meaning(&line));
    let lines = description.lines().skip(start.unwrap_or(usize::MAX));
    lines.map(str::to_owned).collect()
}

/// Strings that one branch of a union allows, and what it says about them.
struct Variants {
    names: Vec<String>,
    meaning: Option<String>,
}

impl Variants {
    /// `None` for a branch that allows anything else.
    fn of(branch: &Value) -> Option<Self> {
        let name = |value: &Value| value.as_str().map(str::to_owned);
        let names = match (branch.get("const"), branch.get("enum")) {
            (Some(constant), _) => vec![name(constant)?],
            (None, Some(Value::Array(values))) => values.iter().map(name).collect::<Option<_>>()?,
            _ => return None,
        };
        let meaning = branch.get("description").and_then(name);
        Some(Self { names, meaning })
    }

    fn meanings(&self) -> impl Iterator<Item = String> {
        let line = |meaning: &String| {
            self.names
                .iter()
                .map(move |name| format!("- {name}: {meaning}"))
                .collect::<Vec<_>>()
        };
        self.meaning.iter().flat_map(line)
    }
}

/// `OpenAI` and VS Code refuse an array without `items`, a tuple's `prefixItems` beside it or not.
fn items(schema: &mut Map<String, Value>) {
    if schema.get("type") != Some(&json!("array")) || schema.contains_key("items") {
        return;
    }
    let items = match schema.get("prefixItems") {
        Some(Value::Array(items)) if items.windows(2).all(|pair| pair[0] == pair[1]) => {
            items.first().cloned()
        }
        _ => None,
    };
    schema.insert("items".to_owned(), items.unwrap_or_else(|| json!({})));
}

/// `true` as a schema makes some clients drop the whole list. `additionalProperties: false`
/// stays, which they do read.
fn no_boolean(schema: &mut Map<String, Value>) {
    if schema.get("additionalProperties") == Some(&Value::Bool(true)) {
        schema.shift_remove("additionalProperties");
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.shift_remove("default");
    }
    for place in ["properties", "patternProperties", "$defs"] {
        if let Some(Value::Object(schemas)) = schema.get_mut(place) {
            schemas.values_mut().for_each(open_boolean);
        }
    }
    for place in [
        "items",
        "contains",
        "propertyNames",
        "unevaluatedProperties",
        "unevaluatedItems",
    ] {
        if let Some(schema) = schema.get_mut(place) {
            open_boolean(schema);
        }
    }
    for place in ["prefixItems", "anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(schemas)) = schema.get_mut(place) {
            schemas.iter_mut().for_each(open_boolean);
        }
    }
}

fn open_boolean(schema: &mut Value) {
    match schema {
        Value::Bool(true) => *schema = json!({}),
        Value::Bool(false) => *schema = json!({ "not": {} }),
        _ => {}
    }
}

fn optional_is_not_required(schema: &mut Map<String, Value>) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &String| {
        let names = required.as_array().map(Vec::as_slice).unwrap_or_default();
        names.iter().any(|required| required == name)
    };
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
            if let Value::Object(property) = property {
                without_null(property);
            }
        }
    }
}

#[cfg(test)]
mod tests;
