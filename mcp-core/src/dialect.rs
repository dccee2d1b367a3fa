//! Whether a schema that somebody else wrote is one: JSON Schema 2020-12, by itself, as the
//! protocol wants it. Schemas made from Rust types need no such look.

use serde_json::{Map, Value};

/// The one dialect that every client of the protocol reads.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// What the value of a keyword has to be.
#[derive(Clone, Copy)]
enum Form {
    Schema,
    Schemas,
    NamedSchemas,
    Text,
    Flag,
    Number,
    Positive,
    Count,
    Values,
    Names,
    NamedNames,
    Types,
}

/// The keywords of the dialect whose values have a form. Others may be anything.
fn form(keyword: &str) -> Option<Form> {
    Some(match keyword {
        "items"
        | "contains"
        | "not"
        | "if"
        | "then"
        | "else"
        | "propertyNames"
        | "additionalProperties"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Form::Schema,
        "prefixItems" | "allOf" | "anyOf" | "oneOf" => Form::Schemas,
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => {
            Form::NamedSchemas
        }
        "$id" | "$ref" | "$anchor" | "$dynamicRef" | "$dynamicAnchor" | "$comment" | "title"
        | "description" | "format" | "pattern" | "contentEncoding" | "contentMediaType" => {
            Form::Text
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => Form::Flag,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Form::Number,
        "multipleOf" => Form::Positive,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => Form::Count,
        "enum" | "examples" => Form::Values,
        "required" => Form::Names,
        "dependentRequired" => Form::NamedNames,
        "type" => Form::Types,
        _ => return None,
    })
}

impl Form {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Schema => value.is_object() || value.is_boolean(),
            Self::Schemas => value.as_array().is_some_and(|list| !list.is_empty()),
            Self::NamedSchemas | Self::NamedNames => value.is_object(),
            Self::Text => value.is_string(),
            Self::Flag => value.is_boolean(),
            Self::Number => value.is_number(),
            Self::Positive => value.as_f64().is_some_and(|number| number > 0.0),
            // `3.0` is a count too.
            Self::Count => value.as_f64().is_some_and(|n| n >= 0.0 && n.fract() == 0.0),
            Self::Values => value.is_array(),
            Self::Names => is_list_of(value, |_| true),
            Self::Types => {
                let is_type = |name: &str| {
                    let types = "null boolean object array number string integer";
                    types.split(' ').any(|known| known == name)
                };
                value.as_str().is_some_and(is_type)
                    || is_list_of(value, is_type) && *value != Value::Array(Vec::new())
            }
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Schema => "a schema",
            Self::Schemas => "a list of schemas, and not empty",
            Self::NamedSchemas => "an object of schemas",
            Self::Text => "a string",
            Self::Flag => "`true` or `false`",
            Self::Number => "a number",
            Self::Positive => "a number above zero",
            Self::Count => "a whole number from zero",
            Self::Values => "a list",
            Self::Names => "a list of names, each once",
            Self::NamedNames => "an object of lists of names",
            Self::Types => {
                "one or several of `null`, `boolean`, `object`, `array`, `number`, `string`, `integer`"
            }
        }
    }
}

/// Whether a value is a list of different strings that are all so.
fn is_list_of(value: &Value, is: impl Fn(&str) -> bool) -> bool {
    let Some(list) = value.as_array() else {
        return false;
    };
    let is_new = |(index, item): (usize, &Value)| {
        item.as_str().is_some_and(&is) && !list[..index].contains(item)
    };
    list.iter().enumerate().all(is_new)
}

/// What keeps a value from being the schema of a tool's arguments, an object; everything at once,
/// each with its place.
pub(crate) fn input_faults(schema: &Value) -> Vec<String> {
    let mut faults = faults(schema);
    if schema.is_object() && schema.get("type").is_none_or(|kind| kind != "object") {
        faults.push("`type` has to be `object`: arguments are an object".to_owned());
    }
    // Older revisions have no other form for these.
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        if property.is_boolean() {
            let fault = format!("`properties.{name}` has to be an object; `{{}}` takes everything");
            faults.push(fault);
        }
    }
    faults
}

/// What keeps a value from being a schema that stands by itself.
pub(crate) fn faults(schema: &Value) -> Vec<String> {
    let Value::Object(root) = schema else {
        return vec!["it has to be a JSON object".to_owned()];
    };
    let mut check = Check {
        root: schema,
        anchors: Vec::new(),
        references: Vec::new(),
        faults: Vec::new(),
    };
    check.dialect(root);
    check.object(root, "");
    check.references();
    check.faults
}

struct Check<'a> {
    root: &'a Value,
    anchors: Vec<&'a str>,
    /// Each with the place it stands at.
    references: Vec<(String, &'a str)>,
    faults: Vec<String>,
}

impl<'a> Check<'a> {
    fn dialect(&mut self, root: &Map<String, Value>) {
        match root.get("$schema") {
            None => {}
            Some(Value::String(dialect)) if dialect.trim_end_matches('#') == DIALECT => {}
            Some(other) => {
                let fault = format!("`$schema` has to be `{DIALECT}` or absent, not {other}");
                self.faults.push(fault);
            }
        }
    }

    fn schema(&mut self, schema: &'a Value, place: &str) {
        match schema {
            Value::Object(schema) => {
                if schema.contains_key("$id") || schema.contains_key("$schema") {
                    let fault = "has an `$id` or `$schema` of its own, which only the whole may";
                    self.faults.push(format!("`{place}` {fault}"));
                }
                self.object(schema, place);
            }
            Value::Bool(_) => {}
            _ => self.faults.push(format!("`{place}` has to be a schema")),
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>, place: &str) {
        for (keyword, value) in schema {
            let Some(form) = form(keyword) else { continue };
            let place = match place {
                "" => keyword.clone(),
                place => format!("{place}.{keyword}"),
            };
            match form.fits(value) {
                true => self.keyword(keyword, form, value, &place),
                false => {
                    let fault = format!("`{place}` has to be {}", form.words());
                    self.faults.push(fault);
                }
            }
        }
    }

    fn keyword(&mut self, keyword: &str, form: Form, value: &'a Value, place: &str) {
        match (form, value) {
            (Form::Schema, value) => self.schema(value, place),
            (Form::Schemas, Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    self.schema(schema, &format!("{place}[{index}]"));
                }
            }
            (Form::NamedSchemas, Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    self.schema(schema, &format!("{place}.{name}"));
                }
            }
            (Form::NamedNames, Value::Object(lists)) => {
                for (name, _) in lists.iter().filter(|(_, list)| !Form::Names.fits(list)) {
                    let words = Form::Names.words();
                    self.faults
                        .push(format!("`{place}.{name}` has to be {words}"));
                }
            }
            (Form::Text, Value::String(text)) => match keyword {
                "$anchor" | "$dynamicAnchor" => self.anchors.push(text),
                "$ref" | "$dynamicRef" => self.references.push((place.to_owned(), text)),
                _ => {}
            },
            _ => {}
        }
    }

    /// Clients resolve no reference that leads out of the schema, and may not.
    fn references(&mut self) {
        for (place, reference) in &self.references {
            let fault = match reference.strip_prefix('#') {
                None => "leads out of the schema; put what it means under `$defs`",
                Some(target) if !self.has(target) => "leads nowhere",
                Some(_) => continue,
            };
            let fault = format!("`{place}`, `{reference}`, {fault}");
            self.faults.push(fault);
        }
    }

    /// Whether a fragment names a schema here.
    fn has(&self, fragment: &str) -> bool {
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.contains(&fragment);
        }
        let target = self.root.pointer(&decoded(fragment));
        target.is_some_and(|target| Form::Schema.fits(target))
    }
}

/// A fragment without its percent-encoding.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, others @ ..] = rest {
        let code = match others {
            [high, low, ..] if *first == b'%' => {
                let hex = [*high, *low];
                str::from_utf8(&hex)
                    .ok()
                    .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = &others[code.map_or(0, |_| 2)..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Comes by a schema and all those in it.
pub(crate) fn each_schema<'a>(
    schema: &'a Map<String, Value>,
    found: &mut dyn FnMut(&'a Map<String, Value>),
) {
    found(schema);
    for (keyword, value) in schema {
        let inner: Vec<_> = match (form(keyword), value) {
            (Some(Form::Schema), schema) => vec![schema],
            (Some(Form::Schemas), Value::Array(schemas)) => schemas.iter().collect(),
            (Some(Form::NamedSchemas), Value::Object(schemas)) => schemas.values().collect(),
            _ => continue,
        };
        for schema in inner.into_iter().filter_map(Value::as_object) {
            each_schema(schema, found);
        }
    }
}

/// Moves a schema to another place in a document: what leads to its root leads there.
pub(crate) fn moved(schema: Map<String, Value>, to: &str) -> Map<String, Value> {
    // References in it are to the document of that name, wherever it stands.
    if schema.contains_key("$id") {
        return schema;
    }
    let moved = |(keyword, value): (String, Value)| {
        let value = match (form(&keyword), value) {
            (Some(Form::Text), Value::String(text))
                if matches!(&*keyword, "$ref" | "$dynamicRef") =>
            {
                match text.strip_prefix('#') {
                    Some(target) if target.is_empty() || target.starts_with('/') => {
                        format!("#{to}{target}").into()
                    }
                    _ => Value::String(text),
                }
            }
            (Some(Form::Schema), Value::Object(schema)) => moved(schema, to).into(),
            (Some(Form::Schemas), Value::Array(schemas)) => {
                let schemas = schemas.into_iter().map(|schema| moved_value(schema, to));
                schemas.collect()
            }
            (Some(Form::NamedSchemas), Value::Object(schemas)) => {
                let schemas = schemas.into_iter();
                let schemas: Map<_, _> = schemas
                    .map(|(name, schema)| (name, moved_value(schema, to)))
                    .collect();
                schemas.into()
            }
            (_, value) => value,
        };
        (keyword, value)
    };
    schema.into_iter().map(moved).collect()
}

fn moved_value(schema: Value, to: &str) -> Value {
    match schema {
        Value::Object(schema) => moved(schema, to).into(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_that_uses_the_whole_dialect_is_one() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "https://api.example/search",
            "type": "object",
            "properties": {
                "q": { "type": ["string", "null"], "minLength": 1, "pattern": "^a" },
                "tree": { "$ref": "#/$defs/a%20tree" },
                "again": { "$ref": "#" },
                "anchored": { "$ref": "#here" },
                "n": { "type": "number", "multipleOf": 0.5, "exclusiveMinimum": 0 },
            },
            "$defs": {
                "a tree": { "type": "array", "items": { "$ref": "#/$defs/a~1b" }, "maxItems": 3.0 },
                "a/b": { "$anchor": "here", "not": false, "x-own": 1 },
            },
            "required": ["q"],
            "dependentRequired": { "q": ["n"] },
            "allOf": [{ "if": {}, "then": true, "else": { "enum": [1, null] } }],
            "additionalProperties": false,
        });
        assert_eq!(input_faults(&schema), [""; 0]);
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {
                "a": true,
                "b": { "type": "int" },
                "c": { "items": [{ "type": "string" }] },
                "d": { "$ref": "https://api.example/d" },
                "e": { "$ref": "#/$defs/e" },
                "f": { "minimum": 0, "exclusiveMinimum": true },
                "g": { "$id": "https://api.example/g" },
                "h": 5,
                "i": { "anyOf": [] },
                "j": { "$ref": "#there" },
                "k": { "multipleOf": 0, "maxLength": -1, "type": [] },
            },
            "required": ["a", "a"],
            "dependentRequired": { "a": "b" },
        });
        assert_eq!(
            input_faults(&schema),
            [
                "`$schema` has to be `https://json-schema.org/draft/2020-12/schema` or absent, not \"http://json-schema.org/draft-07/schema#\"",
                "`properties.b.type` has to be one or several of `null`, `boolean`, `object`, `array`, `number`, `string`, `integer`",
                "`properties.c.items` has to be a schema",
                "`properties.f.exclusiveMinimum` has to be a number",
                "`properties.g` has an `$id` or `$schema` of its own, which only the whole may",
                "`properties.h` has to be a schema",
                "`properties.i.anyOf` has to be a list of schemas, and not empty",
                "`properties.k.multipleOf` has to be a number above zero",
                "`properties.k.maxLength` has to be a whole number from zero",
                "`properties.k.type` has to be one or several of `null`, `boolean`, `object`, `array`, `number`, `string`, `integer`",
                "`required` has to be a list of names, each once",
                "`dependentRequired.a` has to be a list of names, each once",
                "`properties.d.$ref`, `https://api.example/d`, leads out of the schema; put what it means under `$defs`",
                "`properties.e.$ref`, `#/$defs/e`, leads nowhere",
                "`properties.j.$ref`, `#there`, leads nowhere",
                "`type` has to be `object`: arguments are an object",
                "`properties.a` has to be an object; `{}` takes everything",
            ]
        );
    }

    #[test]
    fn what_is_no_object_is_no_schema() {
        assert_eq!(input_faults(&json!(true)), ["it has to be a JSON object"]);
    }
}
