//! What each kind of type looks like on the wire.

use std::collections::{BTreeMap, HashMap};

use super::*;

fn input<T: JsonSchema>() -> Value {
    Schemas::new(Side::Input).of(schema_of::<T>).into()
}

fn output<T: JsonSchema>() -> Value {
    Schemas::new(Side::Output).of(schema_of::<T>).into()
}

#[test]
fn integers_have_the_bounds_that_a_double_carries() {
    assert_eq!(
        input::<u8>(),
        json!({"type": "integer", "minimum": 0, "maximum": 255})
    );
    assert_eq!(
        input::<i32>(),
        json!({"type": "integer", "minimum": -2_147_483_648_i64, "maximum": 2_147_483_647})
    );
    assert_eq!(input::<u64>(), json!({"type": "integer", "minimum": 0}));
    assert_eq!(input::<usize>(), json!({"type": "integer", "minimum": 0}));
    assert_eq!(input::<i64>(), json!({"type": "integer"}));
    assert_eq!(input::<f64>(), json!({"type": "number"}));
}

#[test]
fn a_free_form_value_is_the_empty_object_everywhere() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Loose {
        value: Value,
        list: Vec<Value>,
    }
    assert_eq!(input::<Value>(), json!({}));
    let schema = input::<Loose>();
    assert_eq!(schema["properties"]["value"], json!({}));
    assert_eq!(
        schema["properties"]["list"],
        json!({"type": "array", "items": {}})
    );
    assert_eq!(
        input::<BTreeMap<String, Value>>(),
        json!({"type": "object"})
    );
}

#[test]
fn containers_describe_what_they_hold() {
    assert_eq!(
        input::<HashMap<String, i64>>(),
        json!({"type": "object", "additionalProperties": {"type": "integer"}})
    );
    let number = json!({"type": "number"});
    assert_eq!(
        input::<(f64, f64)>(),
        json!({"type": "array", "prefixItems": [number, number], "minItems": 2, "maxItems": 2, "items": number})
    );
    assert_eq!(
        input::<Vec<bool>>(),
        json!({"type": "array", "items": {"type": "boolean"}})
    );
}

#[test]
fn a_simple_enum_is_one_list_with_its_meanings_in_the_description() {
    /// How loud.
    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only its schema matters")]
    enum Style {
        Plain,
        /// In capitals.
        Loud,
    }
    assert_eq!(
        input::<Style>(),
        json!({"type": "string", "enum": ["plain", "loud"], "description": "How loud.\n- loud: In capitals."})
    );
}

#[test]
fn optional_members_are_not_required_and_not_null_on_the_way_in_only() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Inner {
        zebra: Option<u8>,
        apple: String,
        plan: Option<Box<Inner2>>,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Inner2 {
        x: bool,
    }
    let schema = input::<Inner>();
    assert_eq!(schema["properties"]["zebra"]["type"], "integer");
    assert_eq!(schema["properties"]["plan"]["type"], "object");
    assert_eq!(schema["required"], json!(["apple"]));
    let names: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["zebra", "apple", "plan"]);
    assert_eq!(
        output::<Inner>()["properties"]["zebra"]["type"],
        json!(["integer", "null"])
    );
}

#[test]
fn only_a_type_that_contains_itself_needs_a_reference() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Tree {
        value: u8,
        children: Vec<Tree>,
    }
    let mut schemas = Schemas::new(Side::Input);
    let schema: Value = schemas.of(schema_of::<Tree>).into();
    assert_eq!(
        schema["properties"]["children"]["items"],
        json!({"$ref": "#/$defs/Tree"})
    );
    let definitions = schemas.definitions();
    assert_eq!(definitions["Tree"]["properties"]["value"]["maximum"], 255);
}
