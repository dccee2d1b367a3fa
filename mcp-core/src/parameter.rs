//! One parameter of a tool: its name, its words, and how its type is decoded and described.
//!
//! A parameter is declared once. The schema a client sees and the decoder that runs are two
//! views of that declaration, so they cannot drift apart.

use std::fmt;

use schemars::JsonSchema;
use schemars::generate::SchemaGenerator;
use serde::de::{DeserializeOwned, Deserializer, Error, Visitor, value};
use serde::forward_to_deserialize_any;

use crate::arguments::Arguments;
use crate::completion::{Complete, Completing};
use crate::definition::Definition;
use crate::described::Described;
use crate::limits::{Bound, Limits};
use crate::panics::caught;
use crate::repair::{self, Refusal};
use crate::running::Running;
use crate::schema::schema_of;
use crate::shown::{Sample, Show};

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
        repair::decode(text, lenient, schema_of::<T>, &mut |text| {
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
        complete: None,
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
    complete: Option<fn(Completing) -> Running>,
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

    /// Completes what is typed for the argument.
    #[must_use]
    pub const fn complete(mut self, complete: fn(Completing) -> Running) -> Self {
        self.complete = Some(complete);
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
            && self.complete.is_none()
            && self.limits.are_none()
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// What its author says of it.
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "nobody is asked"))]
    pub(crate) fn said(&self) -> Option<&'static str> {
        self.description
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
            complete: self.complete.map(Complete::by),
            limits: self.limits,
            schema: T::schema,
            is_member: false,
            decodes: |text| T::decode(text, false).is_ok(),
            held: None,
            unheld: Vec::new(),
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
