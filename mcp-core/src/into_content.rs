//! How values become content: what a tool's answer looks like to whoever reads it.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write as _;
use std::sync::Arc;

use serde::Serialize;

use crate::content::Content;
use crate::escape;
#[cfg(feature = "media")]
use crate::media::{Audio, Image};
use crate::resource::{EmbeddedResource, ResourceLink};
use crate::response::json;
use crate::version::Rules;

/// The content blocks of one result, written straight into the outgoing bytes.
#[derive(Debug)]
pub struct Contents<'a> {
    out: &'a mut Vec<u8>,
    rules: &'static Rules,
    is_empty: bool,
}

impl<'a> Contents<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>, rules: &'static Rules) -> Self {
        Self {
            out,
            rules,
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
        self.utf8(text.as_bytes());
    }

    /// Adds a block of any kind.
    ///
    /// ```
    /// use mcp_core::{Contents, IntoContent, ResourceLink};
    ///
    /// struct Hit {
    ///     excerpt: String,
    ///     uri: String,
    /// }
    ///
    /// impl IntoContent for Hit {
    ///     fn into_content(self, contents: &mut Contents<'_>) {
    ///         contents.text(&self.excerpt);
    ///         contents.add(ResourceLink::new(self.uri, "source"));
    ///     }
    /// }
    /// ```
    pub fn add(&mut self, content: impl Into<Content>) {
        self.separate();
        json(self.out, &content.into().under(self.rules));
    }

    /// Adds a text block of a text that is JSON, as `serde_json` wrote it.
    pub(crate) fn json_text(&mut self, text: &[u8]) {
        self.utf8(text);
    }

    fn utf8(&mut self, text: &[u8]) {
        self.open_text();
        escape::string(self.out, text);
        self.out.push(b'}');
    }

    /// Adds a text block of something whose text needs no escaping.
    fn plain(&mut self, text: impl Display) {
        self.open_text();
        write!(self.out, "\"{text}\"}}").expect("memory takes everything");
    }

    /// Adds a text block of something whose JSON is its text, and written faster than that.
    fn token(&mut self, value: &impl Serialize) {
        self.open_text();
        self.out.push(b'"');
        json(self.out, value);
        self.out.extend_from_slice(b"\"}");
    }

    fn open_text(&mut self) {
        self.separate();
        self.out.extend_from_slice(br#"{"type":"text","text":"#);
    }

    fn separate(&mut self) {
        if !self.is_empty {
            self.out.push(b',');
        }
        self.is_empty = false;
    }
}

/// A value that a tool answers with as content.
///
/// Strings, numbers, `bool` and `char` are text, the types of content are themselves, `()` is no
/// content at all, and an option is its value or the text `null`. Lists and tuples are several blocks
/// if a part of them is content that is no plain value; else they are structured content. Implement it for a type whose text is made for reading; a type that
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

macro_rules! token {
    ($($type:ty)*) => {$(
        impl IntoContent for $type {
            fn into_content(self, contents: &mut Contents<'_>) {
                contents.token(&self);
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

macro_rules! block {
    ($($(#[$attribute:meta])* $type:ty),*) => {$(
        $(#[$attribute])*
        impl IntoContent for $type {
            fn into_content(self, contents: &mut Contents<'_>) {
                contents.add(self);
            }
        }
    )*};
}

block! {
    Content, ResourceLink, EmbeddedResource,
    #[cfg(feature = "media")] Image,
    #[cfg(feature = "media")] Audio
}
text! { String &str Cow<'_, str> Box<str> Arc<str> }
token! { bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
float! { f32 f64 }

/// A type that a tool can return: [content](IntoContent), lists and tuples of it, or a value with a
/// schema. It is asked for where nothing else fits, so it says what a return type needs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "neither content nor a value with a schema",
    note = "to return it as structured content, put `#[mcp_core::data]` on your type, or derive `serde::Serialize` and `schemars::JsonSchema`",
    note = "or return a string, a number, a `bool`, `()`, content such as `ResourceLink`, lists and tuples of content, or a `Result` of these; not an `Option` of a list"
)]
pub trait Output {
    #[doc(hidden)]
    fn write(self, contents: &mut Contents<'_>);
}

#[diagnostic::do_not_recommend]
impl<T: IntoContent> Output for T {
    fn write(self, contents: &mut Contents<'_>) {
        self.into_content(contents);
    }
}

#[diagnostic::do_not_recommend]
impl<T: Output> Output for Vec<T> {
    fn write(self, contents: &mut Contents<'_>) {
        // As an empty list is that is no content: silence would read as a fault.
        if self.is_empty() {
            contents.text("[]");
        }
        for part in self {
            part.write(contents);
        }
    }
}

macro_rules! tuple {
    ($($part:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($part: Output),*> Output for ($($part,)*) {
            #[expect(non_snake_case, reason = "a part is called as its type is")]
            fn write(self, contents: &mut Contents<'_>) {
                let ($($part,)*) = self;
                $($part.write(contents);)*
            }
        }
    };
}

tuple! { A }
tuple! { A B }
tuple! { A B C }
tuple! { A B C D }
tuple! { A B C D E }
tuple! { A B C D E F }
