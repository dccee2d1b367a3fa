//! Arguments of a tool that are members of one struct.

use std::ops::Deref;

use serde_json::{Map, Value};

use crate::arguments::Arguments;
use crate::definition::Definition;
use crate::described::Described;
use crate::parameter::{Argument, FromCall, Parameter};
use crate::reference::resolved;
use crate::schema::{SchemaOf, Schemas, Side, raw_schema};

/// Arguments as one struct: one that tools share, or that serde puts together.
///
/// The struct's fields are arguments as parameters are, `#[serde(flatten)]` and serde's other
/// attributes included. Other arguments, and other structs, may stand beside it.
///
/// ```
/// use mcp_core::{Args, data, tool};
///
/// #[data]
/// struct Search {
///     /// What to look for.
///     query: String,
///     #[serde(flatten)]
///     page: Page,
/// }
///
/// #[data]
/// struct Page {
///     /// How many hits to pass over.
///     #[serde(default)]
///     offset: u32,
///     limit: Option<u32>,
/// }
///
/// /// Searches the archive.
/// #[tool]
/// fn search(Args(search): Args<Search>) -> String {
///     format!("{} from {}", search.query, search.page.offset)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Args<T>(pub T);

impl<T> Deref for Args<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The role of a struct whose members the client sends.
#[derive(Debug)]
pub struct Members;

impl<T: Argument> FromCall<Members> for Args<T> {
    fn take(_: &Parameter<Self>, arguments: &mut Arguments<'_>) -> Option<Self> {
        arguments.members().map(Self)
    }

    fn declare(parameter: &Parameter<Self>, definition: &mut Definition) {
        if !parameter.is_bare() {
            definition.misused.push(parameter.name());
        }
        match Struct::of(T::schema) {
            Ok((members, of)) => {
                definition.parameters.extend(members);
                definition.structs.push(of);
            }
            Err(fault) => definition.unfit.push((parameter.name(), fault)),
        }
    }
}

/// A struct among a tool's parameters. Its members are arguments of the tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Struct {
    /// How many of the arguments are its own, next to one another.
    pub(crate) members: usize,
    pub(crate) others: Others,
}

/// What a struct does with members that its schema does not name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Others {
    /// It keeps them, in a map that is flattened into it.
    Kept,
    /// It passes them over, unless one is an alias.
    PassedOver,
    Refused,
}

impl Others {
    /// Asks schemars itself, since a list leaves out what says nothing to clients.
    fn of(schema: SchemaOf) -> Self {
        let schema = raw_schema(schema);
        let schema = schema.as_object().map(|schema| {
            let definitions = schema.get("$defs").and_then(Value::as_object);
            definitions.map_or(schema, |definitions| resolved(schema, definitions))
        });
        match schema.and_then(|schema| schema.get("additionalProperties")) {
            None => Self::PassedOver,
            Some(Value::Bool(false)) => Self::Refused,
            Some(_) => Self::Kept,
        }
    }
}

impl Struct {
    /// # Errors
    /// Why a type is none.
    fn of(schema: SchemaOf) -> Result<(Vec<Described>, Self), &'static str> {
        let object = Schemas::new(Side::Input).object(schema);
        if object.get("type") != Some(&Value::from("object")) {
            return Err("`Args` takes a struct with named fields");
        }
        if ["oneOf", "anyOf", "allOf"]
            .iter()
            .any(|union| object.contains_key(*union))
        {
            return Err(
                "its fields are alternatives, which clients refuse as arguments; put the enum into a field",
            );
        }
        let required = object.get("required").and_then(Value::as_array);
        let is_required = |name: &String| {
            required.is_some_and(|names| names.iter().any(|required| required == name))
        };
        let names = object.get("properties").and_then(Value::as_object);
        let names = names.into_iter().flat_map(Map::keys);
        let members: Vec<_> = names
            .map(|name| Described::member(schema, name.clone(), is_required(name)))
            .collect();
        let of = Self {
            members: members.len(),
            others: Others::of(schema),
        };
        Ok((members, of))
    }
}
