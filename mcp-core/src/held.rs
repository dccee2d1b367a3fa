//! What an argument is held to though its decoder does not look at it: the limits that an author
//! sets on it, and those that its type's schema has further in.

use serde_json::{Map, Value};

use crate::check::{Check, Misfit};
use crate::dialect::each_schema;
use crate::path::Path;
use crate::patterns::Patterns;
use crate::schema::{SchemaOf, raw_schema};

/// A schema with limits in it, ready for use.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    schema: Map<String, Value>,
    definitions: Map<String, Value>,
    patterns: Patterns,
    /// Whether values are held to all of the schema, and not to its limits alone.
    exact: bool,
    /// Patterns that values are not held to, and why.
    pub(crate) unheld: Vec<String>,
}

impl Held {
    pub(crate) fn new(
        schema: Map<String, Value>,
        definitions: Map<String, Value>,
        exact: bool,
    ) -> Self {
        let mut patterns = Patterns::default();
        let mut unheld = Vec::new();
        let mut add = |schema: &Map<String, Value>| {
            let pattern = schema.get("pattern").and_then(Value::as_str);
            if let Some(pattern) = pattern
                && let Err(fault) = patterns.add(pattern)
            {
                unheld.push(format!("the pattern `{pattern}` is not held to: {fault}"));
            }
        };
        let parts = definitions.values().filter_map(Value::as_object);
        for part in parts.chain([&schema]) {
            each_schema(part, &mut add);
        }
        Self {
            schema,
            definitions,
            patterns,
            exact,
            unheld,
        }
    }

    pub(crate) fn misfits(&self, value: &Value, lenient: bool) -> Vec<Misfit> {
        let check = Check {
            definitions: &self.definitions,
            patterns: &self.patterns,
            lenient,
            limits_only: !self.exact,
        };
        check
            .misfits(&self.schema, value)
            .unwrap_or_else(|| vec![too_deep()])
    }
}

fn too_deep() -> Misfit {
    Misfit {
        path: Path::default(),
        what: "it has too many alternatives within alternatives to be checked".to_owned(),
    }
}

/// What a type's schema promises and its decoder does not look at.
#[derive(Debug, Default)]
pub(crate) struct Promises {
    /// Whether there are limits that a check of ours holds values to.
    pub(crate) limits: bool,
    /// What nobody holds values to.
    pub(crate) unheld: Vec<String>,
}

impl Promises {
    /// Those of a type, or of one member of it.
    pub(crate) fn of(schema: SchemaOf, member: Option<&str>) -> Self {
        let schema = raw_schema(schema);
        let members = |of: &str| schema.get(of).and_then(Value::as_object);
        let parts: Vec<_> = match member {
            None => vec![&schema],
            Some(name) => {
                let definitions = members("$defs").into_iter().flat_map(Map::values);
                let member = members("properties").and_then(|properties| properties.get(name));
                member.into_iter().chain(definitions).collect()
            }
        };
        let mut promises = Self::default();
        for part in parts.into_iter().filter_map(Value::as_object) {
            each_schema(part, &mut |schema| promises.add(schema));
        }
        promises
    }

    fn add(&mut self, schema: &Map<String, Value>) {
        /// No derive writes these; an author does, by hand.
        const UNHELD: [&str; 9] = [
            "contains",
            "minContains",
            "maxContains",
            "propertyNames",
            "if",
            "then",
            "else",
            "dependentRequired",
            "dependentSchemas",
        ];

        self.limits |= has_limits(schema);
        for keyword in UNHELD {
            let warning = format!("`{keyword}` in its schema is not held to");
            if schema.contains_key(keyword) && !self.unheld.contains(&warning) {
                self.unheld.push(warning);
            }
        }
    }
}

fn has_limits(schema: &Map<String, Value>) -> bool {
    const LIMITS: [&str; 10] = [
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
    ];

    // A tuple's length is its decoder's affair.
    let is_tuple = schema.contains_key("prefixItems");
    let is_limit = |keyword: &&str| schema.contains_key(*keyword);
    LIMITS.iter().any(is_limit) && !is_tuple || !has_own_range(schema)
}

/// Whether the range of a number is that of its type, which no other value can be decoded into.
fn has_own_range(schema: &Map<String, Value>) -> bool {
    let bound = |key: &str| schema.get(key).filter(|bound| bound.is_number());
    let format = schema.get("format").and_then(Value::as_str);
    let signed = |bits: u32| (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1);
    let (minimum, maximum) = match format.unwrap_or_default() {
        "int8" => signed(8),
        "int16" => signed(16),
        "int32" => signed(32),
        "uint8" => (0, i64::from(u8::MAX)),
        "uint16" => (0, i64::from(u16::MAX)),
        "uint32" => (0, i64::from(u32::MAX)),
        "uint" | "uint64" | "uint128" => {
            let is_zero = |bound: &Value| bound == 0;
            return bound("minimum").is_none_or(is_zero) && bound("maximum").is_none();
        }
        _ => return bound("minimum").is_none() && bound("maximum").is_none(),
    };
    bound("minimum").is_none_or(|bound| bound == minimum)
        && bound("maximum").is_none_or(|bound| bound == maximum)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use schemars::JsonSchema;

    use super::*;
    use crate::schema::schema_of;

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Plain {
        /// What a member is called says nothing.
        contains: BTreeMap<String, u8>,
        pattern: Option<String>,
        inner: Vec<(i32, f64)>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Limited {
        inner: Vec<Inner>,
        #[schemars(extend("contains" = {"const": 1}))]
        list: Vec<u8>,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema matters")]
    struct Inner {
        #[schemars(range(max = 9))]
        number: u8,
        more: Option<Box<Inner>>,
    }

    #[test]
    fn what_a_decoder_looks_at_is_no_promise() {
        let promises = Promises::of(schema_of::<Plain>, None);
        assert!(!promises.limits);
        assert!(promises.unheld.is_empty(), "{promises:?}");
    }

    #[test]
    fn limits_and_what_nobody_looks_at_are_found_where_they_are() {
        let whole = Promises::of(schema_of::<Limited>, None);
        assert!(whole.limits);
        assert_eq!(whole.unheld, ["`contains` in its schema is not held to"]);
        let inner = Promises::of(schema_of::<Limited>, Some("inner"));
        assert!(inner.limits);
        assert!(inner.unheld.is_empty(), "{inner:?}");
    }
}
