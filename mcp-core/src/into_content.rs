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
    /// How many bytes more may be said.
    room: usize,
    /// How many bytes there was no room for.
    left_out: usize,
}

impl<'a> Contents<'a> {
    /// Blocks that have so many bytes to say.
    pub(crate) fn new(out: &'a mut Vec<u8>, rules: &'static Rules, room: usize) -> Self {
        Self {
            out,
            rules,
            is_empty: true,
            room,
            left_out: 0,
        }
    }

    /// How many bytes there was no room for.
    pub(crate) fn left_out(&self) -> usize {
        self.left_out
    }

    /// Adds a text block in any case.
    pub(crate) fn note(&mut self, text: &str) {
        self.room = text.len();
        self.text(text);
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
        let mut content = content.into().under(self.rules);
        if let Some(text) = content.text_mut() {
            let Some(kept) = self.take(text.as_bytes()) else {
                return;
            };
            text.truncate(kept);
            self.separate();
            return json(self.out, &content);
        }
        let (start, was_empty) = (self.out.len(), self.is_empty);
        self.separate();
        json(self.out, &content);
        let length = self.out.len() - start;
        match self.room.checked_sub(length) {
            Some(room) => self.room = room,
            None => {
                self.out.truncate(start);
                self.is_empty = was_empty;
                self.leave_out(length);
            }
        }
    }

    /// Adds a text block of a text that is JSON, as `serde_json` wrote it.
    pub(crate) fn json_text(&mut self, text: &[u8]) {
        self.utf8(text);
    }

    fn utf8(&mut self, text: &[u8]) {
        if let Some(kept) = self.take(text) {
            self.open_text();
            escape::string(self.out, &text[..kept]);
            self.out.push(b'}');
        }
    }

    /// How much of a text there is room for, in bytes; `None` for nothing of it.
    fn take(&mut self, text: &[u8]) -> Option<usize> {
        if let Some(room) = self.room.checked_sub(text.len()) {
            self.room = room;
            return Some(text.len());
        }
        let kept = sensible_end(text, self.room);
        self.leave_out(text.len() - kept);
        (kept > 0).then_some(kept)
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

    /// Says nothing more, not even what there was room for: it would seem to follow.
    #[cold]
    fn leave_out(&mut self, bytes: usize) {
        self.room = 0;
        self.left_out += bytes;
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

/// Where to cut a text so that at most `room` bytes are left: after a line, else after a word, if
/// that leaves most of it.
fn sensible_end(text: &[u8], room: usize) -> usize {
    let is_within = |end: usize| text.get(end).is_some_and(|byte| byte & 0xC0 == 0x80);
    let mut ends = (0..=room).rev();
    let end = ends.find(|&end| !is_within(end)).unwrap_or_default();
    let last = end - end / 4;
    let after = |is_it: fn(&u8) -> bool| {
        let found = text[last..end].iter().rposition(is_it);
        found.map(|place| last + place + 1)
    };
    let line = after(|byte| *byte == b'\n');
    line.or_else(|| after(u8::is_ascii_whitespace))
        .unwrap_or(end)
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
