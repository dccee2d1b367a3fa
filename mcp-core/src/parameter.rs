//! One parameter of a tool: its name, its words, and how its type is decoded and described.
//!
//! A parameter is declared once. The schema a client sees and the decoder that runs are two
//! views of that declaration, so they cannot drift apart.

use std::borrow::Cow;
use std::fmt;
use std::iter::once;
use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::SchemaGenerator;
use serde::de::{DeserializeOwned, Deserializer, Error, Visitor, value};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::arguments::Arguments;
use crate::fitting::fitting;
use crate::held::{Held, is_limited};
use crate::limits::{Bound, Limits};
use crate::panics::caught;
use crate::repair::{self, Refusal};
use crate::schema::{SchemaOf, Schemas, Side, meanings, schema_of, without_null};
use crate::shown::{Sample, Show};
use crate::tool::Definition;
use crate::version::Rules;

/// A type that a tool can take as an argument: anything that can be decoded from JSON and
/// described by a schema.
///
/// It is implemented for every type that has both; there is nothing to write by hand.
///
/// ```
/// use mcp_core::{schemars, tool};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Point {
///     x: f64,
///     y: f64,
/// }
///
/// /// Distance from the origin.
/// #[tool]
/// fn distance(point: Point) -> f64 {
///     point.x.hypot(point.y)
/// }
/// ```
pub trait Argument: Sized {
    #[doc(hidden)]
    fn decode(text: &str, lenient: bool) -> Result<Self, Refusal>;

    #[doc(hidden)]
    fn from_nothing() -> Option<Self>;

    #[doc(hidden)]
    fn schema(generator: &mut SchemaGenerator) -> schemars::Schema;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {
    fn decode(text: &str, lenient: bool) -> Result<Self, Refusal> {
        if let Ok(value) = serde_json::from_str(text) {
            return Ok(value);
        }
        let mut value = None;
        repair::decode(text, lenient, &mut |text| {
            value = Some(serde_json::from_str(text)?);
            Ok(())
        })?;
        Ok(value.expect("the last attempt succeeded"))
    }

    fn from_nothing() -> Option<Self> {
        Self::deserialize(Nothing).ok()
    }

    fn schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        schema_of::<T>(generator)
    }
}

/// What an absent argument decodes from. Only an optional type takes it.
struct Nothing;

impl<'de> Deserializer<'de> for Nothing {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Error::custom("missing"))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A type that a tool's parameter can have, and the role the parameter then plays: an argument
/// that the client sends, or something the server hands in.
///
/// The role is found from the type alone, so an alias of [`State`](crate::State) is a state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool argument",
    label = "needs `Deserialize` and `JsonSchema`",
    note = "put `#[mcp_core::data]` on your type, or derive `serde::Deserialize` and `schemars::JsonSchema`",
    note = "or take it from the server, as `State<{Self}>`"
)]
pub trait FromCall<Role>: Sized {
    /// A parameter of this type, without a name yet.
    #[doc(hidden)]
    const PARAMETER: Parameter<Self> = Parameter {
        name: "",
        alias: None,
        description: None,
        default: None,
        example: None,
        header: None,
        limits: Limits::NONE,
        take: Self::take,
        declare: Self::declare,
    };

    #[doc(hidden)]
    fn take(parameter: &Parameter<Self>, arguments: &mut Arguments<'_>) -> Option<Self>;

    #[doc(hidden)]
    fn declare(parameter: &Parameter<Self>, definition: &mut Definition);
}

/// The role of what the client sends.
#[derive(Debug)]
pub struct Sent;

#[diagnostic::do_not_recommend]
impl<T: Argument> FromCall<Sent> for T {
    fn take(parameter: &Parameter<T>, arguments: &mut Arguments<'_>) -> Option<T> {
        arguments.argument(parameter)
    }

    fn declare(parameter: &Parameter<T>, definition: &mut Definition) {
        definition.parameters.push(parameter.describe());
    }
}

/// A declared parameter. Written by `#[tool]`, one constant for each.
pub struct Parameter<T> {
    name: &'static str,
    alias: Option<&'static str>,
    description: Option<&'static str>,
    default: Option<Sample<T>>,
    example: Option<Sample<T>>,
    header: Option<&'static str>,
    pub(crate) limits: Limits,
    pub(crate) take: fn(&Self, &mut Arguments<'_>) -> Option<T>,
    pub(crate) declare: fn(&Self, &mut Definition),
}

impl<T> Parameter<T> {
    /// Sets the name on the wire.
    #[must_use]
    pub const fn called(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Takes the argument under another name too, which is not advertised.
    #[must_use]
    pub const fn alias(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    /// Says what the argument is for.
    #[must_use]
    pub const fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description);
        self
    }

    /// Makes the argument optional.
    #[must_use]
    pub const fn default(mut self, value: fn() -> T, show: Show<T>) -> Self {
        self.default = Some(Sample { value, show });
        self
    }

    /// Shows a value as it might be sent.
    #[must_use]
    pub const fn example(mut self, value: fn() -> T, show: Show<T>) -> Self {
        self.example = Some(Sample { value, show });
        self
    }

    /// Names the HTTP header that repeats the value, after `Mcp-Param-`.
    #[must_use]
    pub const fn header(mut self, header: &'static str) -> Self {
        self.header = Some(header);
        self
    }

    /// Refuses smaller numbers.
    #[must_use]
    pub const fn minimum(mut self, minimum: fn() -> Bound) -> Self {
        self.limits = self.limits.minimum(minimum);
        self
    }

    /// Refuses larger numbers.
    #[must_use]
    pub const fn maximum(mut self, maximum: fn() -> Bound) -> Self {
        self.limits = self.limits.maximum(maximum);
        self
    }

    /// Refuses this number and larger ones.
    #[must_use]
    pub const fn below(mut self, maximum: fn() -> Bound) -> Self {
        self.limits = self.limits.below(maximum);
        self
    }

    /// Refuses shorter strings, lists and maps.
    #[must_use]
    pub const fn shortest(mut self, length: usize) -> Self {
        self.limits = self.limits.shortest(length);
        self
    }

    /// Refuses longer strings, lists and maps.
    #[must_use]
    pub const fn longest(mut self, length: usize) -> Self {
        self.limits = self.limits.longest(length);
        self
    }

    /// Refuses strings, lists and maps of this length and longer ones.
    #[must_use]
    pub const fn shorter_than(mut self, length: usize) -> Self {
        self.limits = self.limits.shorter_than(length);
        self
    }

    /// Refuses numbers that are no multiple of this one.
    #[must_use]
    pub const fn multiple_of(mut self, step: fn() -> Bound) -> Self {
        self.limits = self.limits.multiple_of(step);
        self
    }

    /// Refuses strings that hold no match of a regular expression.
    #[must_use]
    pub const fn pattern(mut self, pattern: &'static str) -> Self
    where
        T: Patterned,
    {
        self.limits = self.limits.pattern(pattern);
        self
    }

    /// Refuses strings, lists and maps of any other length.
    #[must_use]
    pub const fn length(self, length: usize) -> Self {
        self.shortest(length).longest(length)
    }
}

/// A type whose values can be held to a pattern: any, with the feature `pattern`.
#[diagnostic::on_unimplemented(
    message = "`pattern` needs the feature `pattern` of mcp-core",
    label = "add it: `mcp-core = {{ features = [\"pattern\"], … }}`"
)]
pub trait Patterned {}

#[cfg(feature = "pattern")]
impl<T> Patterned for T {}

impl<T> Parameter<T> {
    /// Whether nothing is said of it that only an argument can be.
    pub(crate) fn is_bare(&self) -> bool {
        self.alias.is_none()
            && self.default.is_none()
            && self.example.is_none()
            && self.header.is_none()
            && self.limits.are_none()
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }
}

impl<T: Argument> Parameter<T> {
    pub(crate) fn decode(&self, text: &str, lenient: bool) -> Result<T, Refusal> {
        match self.default {
            // Clients send null for what they leave out.
            Some(default) if text == "null" => Ok((default.value)()),
            _ => T::decode(text, lenient),
        }
    }

    /// The value of an argument that was not sent; `None` if it is required.
    pub(crate) fn absent(&self) -> Option<T> {
        match self.default {
            Some(default) => Some((default.value)()),
            None => T::from_nothing(),
        }
    }

    /// What a list of tools says about the parameter.
    fn describe(&self) -> Described {
        let described = Described {
            name: self.name.into(),
            alias: self.alias,
            description: self.description,
            required: self.default.is_none() && caught(T::from_nothing).flatten().is_none(),
            default: self.default.and_then(|default| default.shown()),
            example: self.example.and_then(|example| example.shown()),
            header: self.header,
            limits: self.limits,
            schema: T::schema,
            is_member: false,
            decodes: |text| T::decode(text, false).is_ok(),
            held: None,
        };
        described.hold()
    }
}

impl<T> Clone for Parameter<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Parameter<T> {}

impl<T> fmt::Debug for Parameter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameter")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A parameter without its type.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) name: Cow<'static, str>,
    alias: Option<&'static str>,
    description: Option<&'static str>,
    pub(crate) required: bool,
    default: Option<Value>,
    example: Option<Value>,
    header: Option<&'static str>,
    limits: Limits,
    schema: SchemaOf,
    /// Whether the schema is that of a struct, which has this parameter as a member.
    is_member: bool,
    decodes: fn(&str) -> bool,
    pub(crate) held: Option<Arc<Held>>,
}

impl Described {
    /// A member of a struct, which the struct's own schema describes.
    pub(crate) fn member(of: SchemaOf, name: String, required: bool) -> Self {
        let described = Self {
            name: name.into(),
            alias: None,
            description: None,
            required,
            default: None,
            example: None,
            header: None,
            limits: Limits::NONE,
            schema: of,
            is_member: true,
            // The struct is decoded as a whole or not at all.
            decodes: |_| true,
            held: None,
        };
        described.hold()
    }

    /// Makes ready what only a check of ours holds values to. Most parameters have no such limits,
    /// and their calls pay nothing.
    fn hold(mut self) -> Self {
        let member = self.is_member.then_some(&*self.name);
        if !self.limits.are_none() || caught(|| is_limited(self.schema, member)) == Some(true) {
            self.hold_to_schema();
        }
        self
    }

    /// Holds values to all that the schema says. A decoder takes more: a list for a struct, a list
    /// with repetitions for a set.
    pub(crate) fn hold_to_schema(&mut self) {
        let mut schemas = Schemas::new(Side::Input);
        let schema = self.schema(&mut schemas);
        self.held = Some(Arc::new(Held::new(schema, schemas.definitions())));
    }

    /// Whether the parameter takes an argument of this name.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }

    /// The names it takes, the advertised one first.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        [Some(self.name.as_ref()), self.alias].into_iter().flatten()
    }

    /// What is wrong with the declaration, if anything.
    pub(crate) fn fault(&self) -> Option<String> {
        // Most have none, and a schema is not made before somebody asks for it.
        if self.limits.are_none() && self.header.is_none() {
            return None;
        }
        let mut schema = Schemas::new(Side::Input).of(self.schema);
        without_null(&mut schema);
        let kind = schema.get("type").and_then(Value::as_str);
        if self.header.is_some() && !matches!(kind, Some("string" | "integer" | "boolean")) {
            return Some("a `header` carries a string, an integer or a `bool` only".to_owned());
        }
        if let Err(fault) = self.limits.describe(&mut schema) {
            return Some(fault.to_owned());
        }
        let held = self.held.as_ref()?;
        if self.limits.has_pattern()
            && let Some(unheld) = held.unheld.first()
        {
            return Some(unheld.clone());
        }
        let is_beyond = |value: &Value| !held.misfits(value, false).is_empty();
        let mut shown = self.default.iter().chain(&self.example);
        shown
            .any(is_beyond)
            .then(|| "its default or example is not within its limits".to_owned())
    }

    /// A value that would be taken, if one can be made up.
    pub(crate) fn fitting(&self) -> Option<Value> {
        let mut schemas = Schemas::new(Side::Input);
        let schema = self.schema(&mut schemas);
        let value = fitting(&schema, &schemas.definitions())?;
        let decodes = || (self.decodes)(&value.to_string());
        let is_taken = caught(decodes).unwrap_or_default();
        is_taken.then_some(value)
    }

    /// Whether a call shows it: it has to be there, or its author shows how it may be.
    pub(crate) fn is_shown(&self) -> bool {
        self.required || self.example.is_some()
    }

    /// The schema as a list of tools shows it.
    pub(crate) fn listed(&self, schemas: &mut Schemas, rules: &Rules) -> Map<String, Value> {
        let mut schema = self.schema(schemas);
        if let (Some(header), true) = (self.header, rules.headers) {
            schema.insert("x-mcp-header".to_owned(), header.into());
        }
        schema
    }

    pub(crate) fn schema(&self, schemas: &mut Schemas) -> Map<String, Value> {
        let mut schema = match self.is_member {
            true => schemas.member(self.schema, &self.name),
            false => schemas.of(self.schema),
        };
        if !self.required {
            without_null(&mut schema);
        }
        if let Some(description) = self.description {
            // What the parameter is for replaces what its type is, but not what the values mean.
            let lines: Vec<_> = once(description.to_owned())
                .chain(meanings(&schema))
                .collect();
            schema.insert("description".to_owned(), lines.join("\n").into());
        }
        // A limit that does not fit the type has been refused with the server's set-up.
        let _ = self.limits.describe(&mut schema);
        schema.extend(
            self.default
                .clone()
                .map(|default| ("default".to_owned(), default)),
        );
        schema.extend(
            self.example
                .clone()
                .map(|example| ("examples".to_owned(), vec![example].into())),
        );
        schema
    }
}
