//! Tools that no function stands behind: made while the program runs, as a server that forwards
//! to another API makes them.

use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::definition::Definition;
use crate::failure::ToolError;
use crate::icon::Icon;
use crate::into_content::IntoContent;
use crate::output::Shape;
use crate::registered::Registered;
use crate::reply::Reply;
use crate::result::{CallToolResult, Json};
use crate::running::Running;
use crate::schema::SchemaOf;

/// A tool made at run time, of a name, a description, the JSON Schema of its arguments and an
/// async handler that takes them as the client sent them: the JSON text of an object.
///
/// It goes wherever a [`ToolSet`](crate::ToolSet) goes, and several are collected into one. The
/// arguments are not held to the schema, which the API behind the tool will do.
///
/// ```
/// use mcp_core::{CallToolResult, RuntimeTool, ToolError, json, server, tool, tools};
///
/// /// Adds two integers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # async fn post(url: &str, body: &str) -> std::io::Result<String> {
/// #     Ok(format!("{url} {body}"))
/// # }
///
/// let schema = json!({
///     "type": "object",
///     "properties": { "topic": { "type": "string" } },
///     "required": ["topic"],
/// });
/// let search = RuntimeTool::new("search", "Searches the catalogue.", schema, |arguments| async move {
///     let answer = post("https://catalogue.example/search", arguments.get()).await?;
///     Ok::<_, ToolError>(CallToolResult::new().content(answer))
/// });
///
/// let server = server!().tools(tools![add]).tools(search.read_only(true)).build()?;
/// assert_eq!(server.tool_names().collect::<Vec<_>>(), ["add", "search"]);
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
///
/// The schema is checked when the server is built: its `type` is `object`, its keywords are those
/// of JSON Schema 2020-12 and have the right form, its `$ref`s stay within it and lead somewhere.
#[derive(Debug)]
#[must_use = "a tool is of no use outside a set"]
pub struct RuntimeTool(Registered);

impl RuntimeTool {
    /// A tool of this name, which is 1 to 64 of `A-Z a-z 0-9 _ . -`. The handler returns an
    /// [`Answer`].
    #[track_caller]
    pub fn new<A, F>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: impl Into<Value>,
        handler: impl Fn(Box<RawValue>) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: Answer + 'static,
        F: Future<Output = A> + Send + 'static,
    {
        let definition = Definition::at_run_time(name.into(), description.into(), schema.into());
        Self(Registered::new(definition, move |arguments| {
            Some(Running::new(
                Answered(PhantomData),
                handler(arguments.whole()),
            ))
        }))
    }

    fn defined(mut self, define: impl FnOnce(Definition) -> Definition) -> Self {
        self.0.definition = define(self.0.definition);
        self
    }

    /// The name people see.
    pub fn title(self, title: impl Into<String>) -> Self {
        self.defined(|definition| definition.titled(title.into()))
    }

    /// The JSON Schema of the structured content that the handler answers with.
    pub fn output_schema(self, schema: impl Into<Value>) -> Self {
        self.defined(|definition| definition.returns_what(schema.into()))
    }

    /// Whether the tool changes nothing.
    pub fn read_only(self, is: bool) -> Self {
        self.defined(|definition| definition.read_only(is))
    }

    /// Whether what the tool changes may be lost.
    pub fn destructive(self, is: bool) -> Self {
        self.defined(|definition| definition.destructive(is))
    }

    /// Whether calling it again with the same arguments changes nothing more.
    pub fn idempotent(self, is: bool) -> Self {
        self.defined(|definition| definition.idempotent(is))
    }

    /// Whether the tool deals with things outside the server's own world.
    pub fn open_world(self, is: bool) -> Self {
        self.defined(|definition| definition.open_world(is))
    }

    /// Adds a picture of the tool.
    pub fn icon(self, icon: impl Into<Icon>) -> Self {
        self.defined(|definition| definition.icon(icon))
    }

    /// What else clients that know it read of the tool: a JSON object.
    pub fn meta(self, meta: impl Into<Value>) -> Self {
        self.defined(|definition| definition.meta(meta.into()))
    }

    /// How long a call may take before it is given up.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.defined(|definition| definition.timeout(timeout))
    }

    /// How long an answer may be, as [`ServerBuilder::max_output`](crate::ServerBuilder::max_output)
    /// counts it.
    pub fn max_output(self, bytes: usize) -> Self {
        self.defined(|definition| definition.max_output(bytes))
    }

    /// Lets calls go on as [tasks](crate::Task) where the client can follow them.
    #[cfg(feature = "tasks")]
    pub fn task(self) -> Self {
        self.defined(|definition| definition.task(false))
    }

    pub(crate) fn into_registered(self) -> Registered {
        self.0
    }
}

/// What the handler of a [`RuntimeTool`] answers with: content, [`Json`] for a value,
/// [`CallToolResult`], or a `Result` of these with any error that [`ToolError`] takes.
///
/// ```
/// use mcp_core::{Json, RuntimeTool, json};
///
/// let schema = json!({ "type": "object" });
/// RuntimeTool::new("size", "Tells the size.", schema, |_| async { Json(json!({ "width": 3 })) });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool made at run time",
    label = "neither content nor a result",
    note = "return a string, `Json(value)`, a `CallToolResult`, or a `Result` of these"
)]
pub trait Answer: Sized {
    #[doc(hidden)]
    fn write(self, reply: &mut Reply<'_>);
}

#[diagnostic::do_not_recommend]
impl<T: IntoContent> Answer for T {
    fn write(self, reply: &mut Reply<'_>) {
        reply.content(|contents| self.into_content(contents));
    }
}

impl<T: Serialize> Answer for Json<T> {
    fn write(self, reply: &mut Reply<'_>) {
        CallToolResult::new().structured(self.0).write(reply);
    }
}

impl Answer for CallToolResult {
    fn write(self, reply: &mut Reply<'_>) {
        reply.as_told(self);
    }
}

impl<T: Answer, E: Into<ToolError>> Answer for Result<T, E> {
    fn write(self, reply: &mut Reply<'_>) {
        match self {
            Ok(answer) => answer.write(reply),
            Err(error) => reply.failed(error.into().into_failed()),
        }
    }
}

/// Writes answers.
struct Answered<A>(PhantomData<fn() -> A>);

impl<A: Answer> Shape for Answered<A> {
    type Return = A;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, value: A, reply: &mut Reply<'_>) {
        value.write(reply);
    }
}
