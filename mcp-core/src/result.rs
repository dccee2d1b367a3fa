//! Results that a tool puts together itself.

use std::borrow::Cow;

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::content::Content;
use crate::finite;

/// A value that is returned as structured content, also where its type would be text.
///
/// The model reads its JSON as text, and the client finds it under `structuredContent`, with an
/// output schema. Where a revision knows objects only, another value is wrapped as
/// `{"result": …}`.
///
/// ```
/// use mcp_core::{Json, tool};
///
/// /// Counts the words of a text.
/// #[tool]
/// fn count(text: &str) -> Json<usize> {
///     Json(text.split_whitespace().count())
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Json<T>(pub T);

/// Derived, it would describe itself and not the value.
impl<T: JsonSchema> JsonSchema for Json<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A result as the protocol has it, for tools that decide about all of it.
///
/// Most tools return their value; this is for those that answer with content and structured content
/// that differ, or add to `_meta`.
///
/// ```
/// use mcp_core::{CallToolResult, tool};
///
/// /// Finds orders.
/// #[tool]
/// fn orders(customer: &str) -> CallToolResult {
///     CallToolResult::new()
///         .content(format!("{customer} has two orders, both delivered"))
///         .structured(["A-1", "A-2"])
///         .meta("example.com/cached", true)
/// }
/// ```
///
/// Source: MCP 2026-07-28, `CallToolResult`.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct CallToolResult {
    pub(crate) content: Vec<Content>,
    /// As JSON, or why it has no such form.
    pub(crate) structured: Option<Result<Vec<u8>, String>>,
    pub(crate) is_error: bool,
    pub(crate) meta: Map<String, Value>,
}

impl CallToolResult {
    /// A success that says nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block of content: a text, an image, a link, or [`Content`] with annotations.
    pub fn content(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// Sets the structured content. Without other content, its JSON is the text too.
    ///
    /// A value without a JSON form, such as a number that is not finite, makes the result an error
    /// that says so.
    pub fn structured(mut self, value: impl Serialize) -> Self {
        self.structured = Some(finite::to_json(&value));
        self
    }

    /// Says that the call failed; the content tells the model why.
    pub fn error(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Adds a member to the result's `_meta`, for clients that know it. Keys that begin with
    /// `io.modelcontextprotocol/` are the protocol's and are left out.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let key = key.into();
        if !key.starts_with("io.modelcontextprotocol/") {
            self.meta.insert(key, value.into());
        }
        self
    }
}
