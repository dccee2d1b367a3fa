//! Content blocks: what a tool's answer looks like to whoever reads it.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write as _;
use std::sync::Arc;

use crate::response::json;

/// The content blocks of one result, written straight into the outgoing bytes.
#[derive(Debug)]
pub struct Contents<'a> {
    out: &'a mut Vec<u8>,
    is_empty: bool,
}

impl<'a> Contents<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        Self {
            out,
            is_empty: true,
        }
    }

    /// Adds a text block.
    ///
    /// ```
    /// use mcp_core::{Contents, IntoContent};
    ///
    /// struct Celsius(f64);
    ///
    /// impl IntoContent for Celsius {
    ///     fn into_content(self, contents: &mut Contents<'_>) {
    ///         contents.text(&format!("{} °C", self.0));
    ///     }
    /// }
    /// ```
    pub fn text(&mut self, text: &str) {
        self.open_text();
        json(self.out, text);
        self.out.push(b'}');
    }

    /// Adds a text block of a JSON text that is there already.
    pub(crate) fn json_text(&mut self, text: &[u8]) {
        match str::from_utf8(text) {
            Ok(text) => self.text(text),
            // Only a `Serialize` that breaks `serde_json`'s own rules gets here.
            Err(_) => self.text(&String::from_utf8_lossy(text)),
        }
    }

    /// Adds a text block of something whose text needs no escaping.
    fn plain(&mut self, text: impl Display) {
        self.open_text();
        write!(self.out, "\"{text}\"}}").expect("memory takes everything");
    }

    fn open_text(&mut self) {
        if !self.is_empty {
            self.out.push(b',');
        }
        self.is_empty = false;
        self.out.extend_from_slice(br#"{"type":"text","text":"#);
    }
}

/// A value that a tool answers with as text.
///
/// Strings, numbers, `bool`, `char`, `()` and options of them are; `None` reads `null`, and `()`
/// is no content at all. Implement it for a type whose text is made for reading; a type that
/// has `Serialize` and `JsonSchema` instead is returned as structured content.
pub trait IntoContent {
    /// Adds the value's blocks to a result.
    fn into_content(self, contents: &mut Contents<'_>);
}

impl IntoContent for () {
    fn into_content(self, _: &mut Contents<'_>) {}
}

impl<T: IntoContent> IntoContent for Option<T> {
    fn into_content(self, contents: &mut Contents<'_>) {
        match self {
            Some(value) => value.into_content(contents),
            None => contents.text("null"),
        }
    }
}

impl IntoContent for char {
    fn into_content(self, contents: &mut Contents<'_>) {
        contents.text(self.encode_utf8(&mut [0; 4]));
    }
}

macro_rules! text {
    ($($type:ty)*) => {$(
        impl IntoContent for $type {
            fn into_content(self, contents: &mut Contents<'_>) {
                contents.text(&self);
            }
        }
    )*};
}

macro_rules! plain {
    ($($type:ty)*) => {$(
        impl IntoContent for $type {
            fn into_content(self, contents: &mut Contents<'_>) {
                contents.plain(self);
            }
        }
    )*};
}

macro_rules! float {
    ($($type:ty)*) => {$(
        impl IntoContent for $type {
            /// `2` and `0.25` as one writes them, `1e300` without its zeros.
            fn into_content(self, contents: &mut Contents<'_>) {
                let is_plain = self == 0.0 || (1e-5..1e16).contains(&self.abs()) || !self.is_finite();
                match is_plain {
                    true => contents.plain(self),
                    false => contents.plain(format_args!("{self:?}")),
                }
            }
        }
    )*};
}

text! { String &str Cow<'_, str> Box<str> Arc<str> }
plain! { bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
float! { f32 f64 }
