//! Values to JSON, without the one silent loss that `serde_json` allows: it writes `null` for a
//! number that is not finite, which the tool's own output schema forbids.

use std::cell::Cell;
use std::fmt::{self, Display};
use std::io;

use serde::Serialize;
use serde::ser::{self, Serializer};
use serde_json::ser::Formatter;

/// Writes a value as compact JSON.
///
/// # Errors
/// The place and the reason, for the model to read: a number that is not finite, a map whose keys
/// are no strings, or what the type's own `Serialize` says.
pub(crate) fn to_json<T: Serialize>(value: &T) -> Result<Vec<u8>, String> {
    let mut json = Vec::with_capacity(1024);
    let wrote_null = Cell::new(false);
    let mut serializer = serde_json::Serializer::with_formatter(&mut json, NullWatch(&wrote_null));
    value
        .serialize(&mut serializer)
        .map_err(|error| error.to_string())?;
    // Only a value that came out with a `null` can hide a bad number, so only it is looked at again.
    if wrote_null.get()
        && let Err(Stop::NotFinite { number, way }) = value.serialize(Walk)
    {
        return Err(format!("`{}` is {number}", path(way)));
    }
    Ok(json)
}

/// Compact JSON, noting whether a `null` was written.
struct NullWatch<'a>(&'a Cell<bool>);

impl Formatter for NullWatch<'_> {
    fn write_null<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.set(true);
        writer.write_all(b"null")
    }
}

/// Walks a value up to its first number that is not finite.
#[derive(Clone, Copy)]
struct Walk;

impl Walk {
    fn float(number: f64) -> Result<(), Stop> {
        match number.is_finite() {
            true => Ok(()),
            false => Err(Stop::NotFinite {
                number,
                way: Vec::new(),
            }),
        }
    }

    /// Visits a part of the value. Its step is asked for only if the walk stops there.
    fn step<T: Serialize + ?Sized>(part: &T, step: impl FnOnce() -> String) -> Result<(), Stop> {
        part.serialize(Self).map_err(|stop| stop.after(step))
    }
}

/// Why the walk ended.
#[derive(Debug)]
enum Stop {
    /// At a number, with the steps that lead there, the last one first.
    NotFinite { number: f64, way: Vec<String> },
    /// The type's own reason; it did not come up the first time.
    Other,
}

impl Stop {
    fn after(mut self, step: impl FnOnce() -> String) -> Self {
        if let Self::NotFinite { way, .. } = &mut self {
            way.push(step());
        }
        self
    }
}

fn path(way: Vec<String>) -> String {
    let path: String = way.into_iter().rev().collect();
    match path.trim_start_matches('.') {
        "" => "result".to_owned(),
        path => path.to_owned(),
    }
}

impl Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: Display>(_: T) -> Self {
        Self::Other
    }
}

/// A list, map or struct on the walk: how far it has come.
#[derive(Default)]
struct Parts {
    index: usize,
    key: String,
}

impl Parts {
    fn item<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Stop> {
        let index = self.index;
        self.index += 1;
        Walk::step(item, || format!("[{index}]"))
    }
}

fn key_step<T: Serialize + ?Sized>(key: &T) -> String {
    let key = serde_json::to_string(key).unwrap_or_default();
    format!(".{}", key.trim_matches('"'))
}

macro_rules! nothing_to_see {
    ($($method:ident: $type:ty),* $(,)?) => {$(
        fn $method(self, _: $type) -> Result<(), Stop> {
            Ok(())
        }
    )*};
}

impl Serializer for Walk {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    nothing_to_see! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_i128: i128, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_u128: u128, serialize_char: char,
        serialize_str: &str, serialize_bytes: &[u8], serialize_unit_struct: &'static str,
    }

    fn serialize_f32(self, number: f32) -> Result<(), Stop> {
        Walk::float(number.into())
    }

    fn serialize_f64(self, number: f64) -> Result<(), Stop> {
        Walk::float(number)
    }

    fn serialize_none(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        Self::step(value, || format!(".{variant}"))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts, Stop> {
        Ok(Parts::default())
    }
}

macro_rules! items {
    ($($trait:ident: $method:ident),* $(,)?) => {$(
        impl ser::$trait for Parts {
            type Ok = ();
            type Error = Stop;

            fn $method<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Stop> {
                self.item(item)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )*};
}

macro_rules! fields {
    ($($trait:ident),* $(,)?) => {$(
        impl ser::$trait for Parts {
            type Ok = ();
            type Error = Stop;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, field: &T) -> Result<(), Stop> {
                Walk::step(field, || format!(".{name}"))
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

fields! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Parts {
    type Ok = ();
    type Error = Stop;

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), Stop> {
        Walk::step(value, || key_step(key))
    }

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        self.key = key_step(key);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        Walk::step(value, || std::mem::take(&mut self.key))
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Stats {
        mean: f64,
        rest: Option<Vec<f64>>,
    }

    fn json(mean: f64, rest: Option<Vec<f64>>) -> Result<String, String> {
        to_json(&Stats { mean, rest }).map(|json| String::from_utf8(json).unwrap())
    }

    #[test]
    fn finite_values_and_honest_nulls_are_written() {
        assert_eq!(json(1.5, None).unwrap(), r#"{"mean":1.5,"rest":null}"#);
        assert_eq!(
            json(0.0, Some(vec![1.0])).unwrap(),
            r#"{"mean":0.0,"rest":[1.0]}"#
        );
    }

    #[test]
    fn a_number_that_is_not_finite_is_named() {
        assert_eq!(json(f64::NAN, None).unwrap_err(), "`mean` is NaN");
        assert_eq!(
            json(1.0, Some(vec![0.0, f64::INFINITY])).unwrap_err(),
            "`rest[1]` is inf"
        );
        assert_eq!(to_json(&f64::NAN).unwrap_err(), "`result` is NaN");
        assert_eq!(
            to_json(&BTreeMap::from([("a", f64::NAN)])).unwrap_err(),
            "`a` is NaN"
        );
    }

    #[test]
    fn a_map_needs_keys_that_are_strings() {
        assert_eq!(
            to_json(&BTreeMap::from([((1, 2), 3)])).unwrap_err(),
            "key must be a string"
        );
    }
}
