//! Forms: flat types that a user can fill in.

use std::fmt::Write;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::check::Check;
use crate::failure::{Result, ToolError};
use crate::parameter::Argument;
use crate::patterns::Patterns;
use crate::schema::{Schemas, Side, meanings};
use crate::version::Rules;

/// A struct that a user can fill in: all its fields are [`FormField`]s. Put
/// [`#[form]`](macro@crate::form) on it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form",
    label = "has no `#[form]` on it",
    note = "put `#[mcp_core::form]` on the struct `{Self}`, in place of other derives of serde and schemars"
)]
pub trait Form: Argument {}

/// What a form's field can be: text, a number, a `bool`, an enum with
/// [`#[form]`](macro@crate::form) or a list of these, and an option of each.
///
/// ```
/// use mcp_core::FormField;
///
/// /// A date, which its own `JsonSchema` describes as text of the format `date`.
/// struct Date;
///
/// impl FormField for Date {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "a user can fill in text, numbers, `bool`, and choices",
    note = "a form is flat: make its members fields of their own, or put `#[mcp_core::form]` on it if it is an enum of plain variants"
)]
pub trait FormField {}

/// An enum of plain variants, of which a user chooses one, or several in a `Vec`.
#[diagnostic::on_unimplemented(
    message = "a form cannot have a list of `{Self}`",
    label = "a list in a form is of choices: an enum with `#[form]`"
)]
pub trait Choice {}

macro_rules! fields {
    ($($field:ty)+) => {$(
        impl FormField for $field {}
    )+};
}

fields! { String bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 }

impl<T: FormField> FormField for Option<T> {}

impl<T: Choice> FormField for Vec<T> {}

/// A form without fields.
pub(crate) fn blank() -> Value {
    json!({ "type": "object", "properties": {} })
}

/// The schema of a form as a version has it.
pub(crate) fn wire<T: Form>(rules: &Rules) -> Result<Value> {
    let mut form = Schemas::new(Side::Input).object(T::schema);
    let mut wire = blank();
    let fields = form.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let field = field
            .as_object_mut()
            .map(std::mem::take)
            .unwrap_or_default();
        if field.get("type").is_some_and(|kind| kind == "array") && !rules.rich_forms {
            return Err(ToolError::new(format_args!(
                "the client cannot show the form: it knows no lists, as in `{name}`"
            )));
        }
        wire["properties"][name] = primitive(field, rules).into();
    }
    if let Some(required) = form.remove("required") {
        wire["required"] = required;
    }
    Ok(wire)
}

/// What the schemas of the protocol allow a field to say.
fn primitive(mut field: Map<String, Value>, rules: &Rules) -> Map<String, Value> {
    const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];
    const KEYWORDS: [&str; 15] = [
        "type",
        "title",
        "description",
        "enum",
        "enumNames",
        "oneOf",
        "default",
        "format",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "items",
        "minItems",
        "maxItems",
    ];

    title_choices(&mut field, "oneOf", rules);
    if let Some(Value::Object(items)) = field.get_mut("items") {
        title_choices(items, "anyOf", rules);
        items.retain(|keyword, _| ["type", "enum", "anyOf"].contains(&keyword.as_str()));
    }
    field.retain(|keyword, value| match keyword.as_str() {
        "format" => value
            .as_str()
            .is_some_and(|format| FORMATS.contains(&format)),
        "default" => value.is_boolean() || (rules.rich_forms && !value.is_null()),
        keyword => KEYWORDS.contains(&keyword),
    });
    field
}

/// Shows what the documentation of an enum's variants calls them, under `union` where the version
/// has titles there.
fn title_choices(field: &mut Map<String, Value>, union: &str, rules: &Rules) {
    let meanings = meanings(field);
    let (Some(Value::Array(names)), false) = (field.get("enum"), meanings.is_empty()) else {
        return;
    };
    let names: Vec<_> = names.iter().filter_map(Value::as_str).collect();
    let title = |name: &&str| {
        let start = format!("- {name}: ");
        let title = meanings.iter().find_map(|line| line.strip_prefix(&start));
        title.unwrap_or(name).to_owned()
    };
    let titles: Vec<_> = names.iter().map(title).collect();
    let choices = names.iter().zip(&titles);
    let choices: Value = choices
        .map(|(name, title)| json!({ "const": name, "title": title }))
        .collect();

    let description = field.get("description").and_then(Value::as_str);
    let description = description.unwrap_or_default();
    let own = description.lines().count() - meanings.len();
    let own: Vec<_> = description.lines().take(own).collect();
    match own.is_empty() {
        true => field.remove("description"),
        false => field.insert("description".to_owned(), own.join("\n").into()),
    };
    if rules.rich_forms {
        field.remove("enum");
        field.insert(union.to_owned(), choices);
    } else {
        field.insert("enumNames".to_owned(), titles.into());
    }
}

/// What a user has filled in.
pub(crate) fn filled<T: Argument>(content: &RawValue) -> Result<T> {
    let mut schemas = Schemas::new(Side::Input);
    let schema = schemas.object(T::schema);
    let check = Check {
        definitions: &schemas.definitions(),
        patterns: &Patterns::default(),
        lenient: true,
        limits_only: false,
    };
    let value = serde_json::from_str(content.get());
    let misfits = value.ok().and_then(|value| check.misfits(&schema, &value));
    let mut faults = String::new();
    for misfit in misfits.into_iter().flatten() {
        let place = misfit.path.to_string();
        let place = place.trim_start_matches('.');
        write!(faults, "\n- `{place}`: {}", misfit.what).expect("a string takes everything");
    }
    let decoded = T::decode(content.get(), true);
    match decoded {
        Ok(value) if faults.is_empty() => Ok(value),
        Err(refusal) if faults.is_empty() => Err(unfit(&format!("\n- {}", refusal.reason))),
        _ => Err(unfit(&faults)),
    }
}

fn unfit(faults: &str) -> ToolError {
    ToolError::new(format_args!(
        "what was filled in does not fit the form:{faults}"
    ))
}
