//! Limits on an argument: written once, told in the schema and held by the decoder.

use serde_json::{Map, Number, Value};

/// What an argument's value is held to, beyond its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    minimum: Option<fn() -> Bound>,
    maximum: Option<fn() -> Bound>,
    /// The value must stay below the maximum.
    open: bool,
    shortest: Option<usize>,
    longest: Option<usize>,
    step: Option<fn() -> Bound>,
    pattern: Option<&'static str>,
}

impl Limits {
    pub(crate) const NONE: Self = Self {
        minimum: None,
        maximum: None,
        open: false,
        shortest: None,
        longest: None,
        step: None,
        pattern: None,
    };

    pub(crate) const fn minimum(self, minimum: fn() -> Bound) -> Self {
        Self {
            minimum: Some(minimum),
            ..self
        }
    }

    pub(crate) const fn maximum(self, maximum: fn() -> Bound) -> Self {
        Self {
            maximum: Some(maximum),
            ..self
        }
    }

    pub(crate) const fn below(self, maximum: fn() -> Bound) -> Self {
        Self {
            open: true,
            ..self.maximum(maximum)
        }
    }

    pub(crate) const fn shortest(self, length: usize) -> Self {
        Self {
            shortest: Some(length),
            ..self
        }
    }

    pub(crate) const fn longest(self, length: usize) -> Self {
        Self {
            longest: Some(length),
            ..self
        }
    }

    pub(crate) const fn shorter_than(self, length: usize) -> Self {
        match length {
            // Nothing is: the set-up is refused for it.
            0 => self.shortest(1).longest(0),
            length => self.longest(length - 1),
        }
    }

    pub(crate) const fn multiple_of(self, step: fn() -> Bound) -> Self {
        Self {
            step: Some(step),
            ..self
        }
    }

    pub(crate) const fn pattern(self, pattern: &'static str) -> Self {
        Self {
            pattern: Some(pattern),
            ..self
        }
    }

    pub(crate) const fn has_pattern(&self) -> bool {
        self.pattern.is_some()
    }

    pub(crate) const fn are_none(&self) -> bool {
        self.minimum.is_none()
            && self.maximum.is_none()
            && self.shortest.is_none()
            && self.longest.is_none()
            && self.step.is_none()
            && self.pattern.is_none()
    }

    /// Adds the limits to the schema of the type they are on.
    ///
    /// # Errors
    /// What the type would have to be for them to mean anything.
    pub(crate) fn describe(&self, schema: &mut Map<String, Value>) -> Result<(), &'static str> {
        if self.are_empty() {
            return Err("its limits leave nothing");
        }
        let kind = schema
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        if self.minimum.is_some() || self.maximum.is_some() {
            if kind != "integer" && kind != "number" {
                return Err("`range` is for numbers");
            }
            let (upper, maximum) = self.upper(kind == "integer");
            Self::put(schema, "minimum", self.minimum.map(|minimum| minimum()))?;
            Self::put(schema, upper, maximum)?;
            if upper == "exclusiveMaximum" {
                schema.shift_remove("maximum");
            }
        }
        if let Some(step) = self.step.map(|step| step()) {
            if kind != "integer" && kind != "number" {
                return Err("`multiple_of` is for numbers");
            }
            if step.float() <= 0.0 {
                return Err("`multiple_of` takes a number above 0");
            }
            schema.insert("multipleOf".to_owned(), step.json());
        }
        if let Some(pattern) = self.pattern {
            if kind != "string" {
                return Err("`pattern` is for strings");
            }
            schema.insert("pattern".to_owned(), pattern.into());
        }
        if self.shortest.is_none() && self.longest.is_none() {
            return Ok(());
        }
        let (shortest, longest) = match kind.as_str() {
            "string" => ("minLength", "maxLength"),
            "array" => ("minItems", "maxItems"),
            "object" => ("minProperties", "maxProperties"),
            _ => return Err("`len` is for strings, lists and maps"),
        };
        schema.extend(
            self.shortest
                .map(|length| (shortest.to_owned(), length.into())),
        );
        schema.extend(
            self.longest
                .map(|length| (longest.to_owned(), length.into())),
        );
        Ok(())
    }

    /// The upper end, and where a schema has it. An integer below 24 is one up to 23, which more
    /// clients understand.
    fn upper(&self, is_integer: bool) -> (&'static str, Option<Bound>) {
        let maximum = self.maximum.map(|maximum| maximum());
        match maximum {
            Some(Bound::Integer(end)) if self.open && is_integer => {
                ("maximum", Some(Bound::Integer(end.saturating_sub(1))))
            }
            Some(_) if self.open => ("exclusiveMaximum", maximum),
            _ => ("maximum", maximum),
        }
    }

    fn put(
        schema: &mut Map<String, Value>,
        key: &str,
        bound: Option<Bound>,
    ) -> Result<(), &'static str> {
        let Some(bound) = bound else {
            return Ok(());
        };
        let own = |key: &str| schema.get(key).and_then(Value::as_f64);
        let is_wider = own("minimum").is_some_and(|own| bound.float() < own)
            || own("maximum").is_some_and(|own| bound.float() > own);
        if is_wider {
            return Err("`range` goes beyond its type");
        }
        match bound.json() {
            Value::Null => Err("a bound of `range` must be a number that JSON can carry"),
            bound => {
                schema.insert(key.to_owned(), bound);
                Ok(())
            }
        }
    }

    /// Whether no value could be within.
    fn are_empty(&self) -> bool {
        let lengths = self.shortest.zip(self.longest);
        let bounds = self
            .minimum
            .zip(self.maximum)
            .map(|(minimum, maximum)| (minimum(), maximum()));
        lengths.is_some_and(|(shortest, longest)| shortest > longest)
            || bounds.is_some_and(|(minimum, maximum)| match self.open {
                true => minimum.float() >= maximum.float(),
                false => minimum.float() > maximum.float(),
            })
    }
}

/// One end of a range. Integers are compared exactly, whatever their size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// An integer.
    Integer(i128),
    /// Any other number.
    Float(f64),
}

impl Bound {
    /// A number as a bound.
    pub fn of<T: Numeric>(number: T) -> Self {
        number.into_bound()
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "compared with a float, which has no more"
    )]
    fn float(self) -> f64 {
        match self {
            Self::Integer(bound) => bound as f64,
            Self::Float(bound) => bound,
        }
    }

    fn json(self) -> Value {
        match self {
            Self::Integer(bound) => Number::from_i128(bound).map_or(Value::Null, Value::Number),
            Self::Float(bound) => bound.into(),
        }
    }
}

/// A number that limits an argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number, as `range` and `multiple_of` take",
    label = "neither an integer nor a float"
)]
pub trait Numeric {
    #[doc(hidden)]
    fn into_bound(self) -> Bound;
}

macro_rules! numeric {
    ($($type:ty)*) => {$(
        impl Numeric for $type {
            fn into_bound(self) -> Bound {
                // What is beyond is more than JSON carries, and refused for it.
                Bound::Integer(i128::try_from(self).unwrap_or(i128::MAX))
            }
        }
    )*};
}

numeric! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl Numeric for f32 {
    fn into_bound(self) -> Bound {
        Bound::Float(self.into())
    }
}

impl Numeric for f64 {
    fn into_bound(self) -> Bound {
        Bound::Float(self)
    }
}
