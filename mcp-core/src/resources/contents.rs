//! What the function of a resource returns, and how it becomes the resource's contents.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;

use crate::finite;
#[cfg(feature = "media")]
use crate::media::{Audio, Image};
use crate::resource::EmbeddedResource;
use crate::response::json;
use crate::result::Json;

/// The contents of one resource, written straight into the outgoing bytes.
#[derive(Debug)]
pub struct ResourceContents<'a> {
    out: &'a mut Vec<u8>,
    pub(crate) uri: &'a str,
    mime_type: Option<&'a str>,
    pub(crate) is_empty: bool,
    /// Why there are none.
    pub(crate) fault: Option<String>,
}

impl<'a> ResourceContents<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>, uri: &'a str, mime_type: Option<&'a str>) -> Self {
        Self {
            out,
            uri,
            mime_type,
            is_empty: true,
            fault: None,
        }
    }

    /// Adds a text.
    ///
    /// ```
    /// use mcp_core::{IntoResource, ResourceContents};
    ///
    /// struct Page(String);
    ///
    /// impl IntoResource for Page {
    ///     const MIME_TYPE: Option<&'static str> = Some("text/html");
    ///
    ///     fn into_resource(self, contents: &mut ResourceContents<'_>) {
    ///         contents.text(&format!("<p>{}</p>", self.0));
    ///     }
    /// }
    /// ```
    pub fn text(&mut self, text: &str) {
        self.add(EmbeddedResource::text(self.uri, text));
    }

    /// Adds bytes, which travel as base64. Needs the feature `media`.
    #[cfg(feature = "media")]
    pub fn bytes(&mut self, bytes: impl Into<Vec<u8>>) {
        self.add(EmbeddedResource::blob(self.uri, bytes));
    }

    /// Adds the contents of a part, under a URI of its own.
    pub fn add(&mut self, part: EmbeddedResource) {
        if !self.is_empty {
            self.out.push(b',');
        }
        self.is_empty = false;
        json(self.out, &part.or_of_type(self.mime_type));
    }
}

/// A value that a resource's function returns.
///
/// Strings are text, lists of bytes are bytes, [`Json`] is the JSON of its value; an `Option` that
/// is `None` says that the resource was [not found](crate::NotFound). Several contents, as those of
/// a folder, are a list of [`EmbeddedResource`]s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a resource",
    label = "neither a text, bytes, nor JSON",
    note = "return `Json<{Self}>` to send its JSON, for which it needs `serde::Serialize`",
    note = "or a string, `EmbeddedResource`, `Option` or `Result` of these; bytes, as `Vec<u8>`, need the feature `media` of mcp-core"
)]
pub trait IntoResource {
    /// The media type, unless another is said.
    const MIME_TYPE: Option<&'static str> = None;

    /// Adds the value to a resource's contents.
    fn into_resource(self, contents: &mut ResourceContents<'_>);
}

macro_rules! text {
    ($($type:ty)*) => {$(
        impl IntoResource for $type {
            const MIME_TYPE: Option<&'static str> = Some("text/plain");

            fn into_resource(self, contents: &mut ResourceContents<'_>) {
                contents.text(&self);
            }
        }
    )*};
}

text! { String &str Cow<'_, str> Box<str> Arc<str> }

#[cfg(feature = "media")]
macro_rules! bytes {
    ($($type:ty)*) => {$(
        impl IntoResource for $type {
            const MIME_TYPE: Option<&'static str> = Some("application/octet-stream");

            fn into_resource(self, contents: &mut ResourceContents<'_>) {
                contents.bytes(self);
            }
        }
    )*};
}

#[cfg(feature = "media")]
bytes! { Vec<u8> &[u8] Box<[u8]> }

#[cfg(feature = "media")]
macro_rules! media {
    ($($type:ty)*) => {$(
        impl IntoResource for $type {
            fn into_resource(self, contents: &mut ResourceContents<'_>) {
                let (bytes, mime_type) = self.into_parts();
                let part = EmbeddedResource::blob(contents.uri, bytes);
                contents.add(part.mime_type(mime_type));
            }
        }
    )*};
}

#[cfg(feature = "media")]
media! { Image Audio }

impl<T: Serialize> IntoResource for Json<T> {
    const MIME_TYPE: Option<&'static str> = Some("application/json");

    fn into_resource(self, contents: &mut ResourceContents<'_>) {
        match finite::to_json(&self.0) {
            Ok(json) => contents.text(&String::from_utf8_lossy(&json)),
            Err(fault) => contents.fault = Some(fault),
        }
    }
}

impl IntoResource for EmbeddedResource {
    fn into_resource(self, contents: &mut ResourceContents<'_>) {
        contents.add(self);
    }
}

impl IntoResource for Vec<EmbeddedResource> {
    fn into_resource(self, contents: &mut ResourceContents<'_>) {
        for part in self {
            contents.add(part);
        }
    }
}

impl<T: IntoResource> IntoResource for Option<T> {
    const MIME_TYPE: Option<&'static str> = T::MIME_TYPE;

    fn into_resource(self, contents: &mut ResourceContents<'_>) {
        if let Some(value) = self {
            value.into_resource(contents);
        }
    }
}
