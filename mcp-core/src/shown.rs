//! Values of an author's that a schema shows: defaults and examples.
//!
//! An argument's type need not be `Serialize`, so a value is shown if it can be. That is decided
//! by name resolution: an inherent constant with bounds comes before a trait's without.

use std::marker::PhantomData;

use serde::Serialize;

use crate::panics::caught;
use serde_json::Value;

/// How a value of a type is shown, if at all.
pub(crate) type Show<T> = Option<fn(&T) -> Option<Value>>;

/// A value of an author's, and how it is shown.
pub(crate) struct Sample<T> {
    pub(crate) value: fn() -> T,
    pub(crate) show: Show<T>,
}

impl<T> Sample<T> {
    pub(crate) fn shown(&self) -> Option<Value> {
        let show = self.show?;
        caught(|| show(&(self.value)())).flatten()
    }
}

impl<T> Clone for Sample<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Sample<T> {}

/// Names a type for `shown!`.
#[derive(Debug)]
pub struct Shown<T>(PhantomData<fn() -> T>);

impl<T: Serialize> Shown<T> {
    /// As JSON, `null` excepted: clients read it as a word, not as nothing.
    pub const SHOW: Show<T> = Some(|value| {
        serde_json::to_value(value)
            .ok()
            .filter(|json| !json.is_null())
    });
}

/// The way for all other types.
pub trait NotShown<T> {
    /// Not at all.
    const SHOW: Show<T> = None;
}

impl<T> NotShown<T> for Shown<T> {}

/// How values of this type are shown.
#[doc(hidden)]
#[macro_export]
macro_rules! __shown {
    ($type:ty) => {{
        use $crate::__private::NotShown as _;
        $crate::__private::Shown::<$type>::SHOW
    }};
}
