//! What a `$ref` in a schema points to.

use serde_json::{Map, Value};

/// How many references in a row are followed: a type may be another by name only.
const MAX_STEPS: usize = 32;

/// The schema that one stands for: itself, or what it refers to among the definitions.
pub(crate) fn resolved<'a>(
    mut schema: &'a Map<String, Value>,
    definitions: &'a Map<String, Value>,
) -> &'a Map<String, Value> {
    for _ in 0..MAX_STEPS {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => match target(reference, definitions) {
                Some(target) => schema = target,
                None => return schema,
            },
            None => return schema,
        }
    }
    schema
}

/// The definition that a reference names.
pub(crate) fn target<'a>(
    reference: &str,
    definitions: &'a Map<String, Value>,
) -> Option<&'a Map<String, Value>> {
    let name = reference.strip_prefix("#/$defs/")?;
    definitions.get(&unescaped(name))?.as_object()
}

/// A name as it is before it becomes part of a JSON pointer in a URI.
fn unescaped(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, more @ ..] = rest {
        let escaped = more.get(..2).filter(|_| *first == b'%');
        let digits = escaped.and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &more[2..] } else { more };
    }
    let name = String::from_utf8_lossy(&bytes);
    name.replace("~1", "/").replace("~0", "~")
}
