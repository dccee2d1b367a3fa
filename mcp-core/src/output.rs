//! What a tool returns, and which kind of result that is.
//!
//! The kind is found by method resolution on the return type, never by its spelling, so aliases
//! work: `#[tool]` writes `Returns::<T>::new().success().shape()`, and the compiler takes the
//! first of these that fits.
//!
//! | `success()` | finds |
//! |---|---|
//! | inherent, on `Returns<Result<T, E>>` | a success type `T` and a failure `E` |
//! | [`NoFailure`], on `Returns<T>` | `T` is the success |
//!
//! | `shape()` | finds |
//! |---|---|
//! | inherent, on `Success<T>` where `T: IntoContent` | text |
//! | [`StructuredSuccess`], where `T: Serialize + JsonSchema` | structured content |
//! | [`NoOutput`], by reference | nothing: the error that says what is missing |

use std::convert::Infallible;
use std::fmt::Display;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;
use schemars::JsonSchema;
use serde::Serialize;

use crate::content::{IntoContent, failure_text};
use crate::reply::Reply;
use crate::schema::{SchemaOf, schema_of};

/// The return type of a tool.
#[derive(Debug)]
pub struct Returns<T>(PhantomData<fn() -> T>);

impl<T> Returns<T> {
    /// Names the type.
    #[expect(clippy::new_without_default, reason = "written by a macro only")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The type of a tool's success, and the whole `W` that it is returned in.
#[derive(Debug)]
pub struct Success<T, W> {
    whole: W,
    success: PhantomData<fn() -> T>,
}

/// The success itself.
#[derive(Debug)]
pub struct Plain<T>(PhantomData<fn() -> T>);

/// A `Result`, and the way to its error's words.
#[derive(Debug)]
pub struct Fallible<T, E> {
    text: fn(&E) -> String,
    success: PhantomData<fn() -> T>,
}

impl<T, E> Returns<Result<T, E>> {
    /// A `Result` whose `Err` the model reads.
    pub fn success(&self) -> Success<T, Fallible<T, E>>
    where
        E: Failure,
    {
        Success {
            // Kept here, so that a type without words is reported once, by this bound.
            whole: Fallible {
                text: E::text,
                success: PhantomData,
            },
            success: PhantomData,
        }
    }
}

/// Anything but a `Result`.
pub trait NoFailure<T> {
    /// The type itself is the success.
    fn success(&self) -> Success<T, Plain<T>> {
        Success {
            whole: Plain(PhantomData),
            success: PhantomData,
        }
    }
}

impl<T> NoFailure<T> for Returns<T> {}

/// An error that a tool can return: anything with a text, which the model reads.
///
/// The text is the error's `Display` in its alternate form (`{:#}`), so the causes that anyhow
/// and eyre keep appear too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's error",
    label = "needs `Display`, the text that the model reads",
    note = "implement `std::fmt::Display` for `{Self}`, or return `Result<_, String>`"
)]
pub trait Failure {
    #[doc(hidden)]
    fn text(&self) -> String;
}

#[diagnostic::do_not_recommend]
impl<E: Display> Failure for E {
    fn text(&self) -> String {
        failure_text(self)
    }
}

/// How values of a return type become results: kind `K`, of the return type in `W`.
#[derive(Debug)]
pub struct Shaped<K, W> {
    whole: W,
    kind: PhantomData<fn() -> K>,
}

impl<K, W> Shaped<K, W> {
    fn new(whole: W) -> Self {
        Self {
            whole,
            kind: PhantomData,
        }
    }
}

/// As content.
#[derive(Debug)]
pub struct AsContent;

/// As structured content with an output schema.
#[derive(Debug)]
pub struct AsStructured;

/// Not at all; the compiler has said so.
#[derive(Debug)]
pub struct AsNothing;

impl<T: IntoContent, W> Success<T, W> {
    /// Content.
    pub fn shape(self) -> Shaped<AsContent, W> {
        Shaped::new(self.whole)
    }
}

/// A success that is a value.
pub trait StructuredSuccess<W> {
    /// Structured content.
    fn shape(self) -> Shaped<AsStructured, W>;
}

impl<T: Serialize + JsonSchema, W> StructuredSuccess<W> for Success<T, W> {
    fn shape(self) -> Shaped<AsStructured, W> {
        Shaped::new(self.whole)
    }
}

/// A success that is neither. It is found last, since it takes the success by reference.
pub trait NoOutput<T, W> {
    /// Always refused by the compiler.
    fn shape(&self) -> Shaped<AsNothing, W>
    where
        T: Output;
}

impl<T, W> NoOutput<T, W> for Success<T, W> {
    fn shape(&self) -> Shaped<AsNothing, W>
    where
        T: Output,
    {
        match T::NONE {}
    }
}

/// A type that a tool can return. No type implements it: it is asked for where all else failed,
/// to say what a return type needs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a tool",
    label = "neither text nor a value with a schema",
    note = "to return it as structured content: `#[derive(serde::Serialize, schemars::JsonSchema)]` and `use mcp_core::schemars;`",
    note = "or return a string, a number, a `bool`, `()`, or a `Result` of these"
)]
pub trait Output {
    #[doc(hidden)]
    const NONE: Infallible;
}

/// Writes values of a return type as results.
pub trait Shape: Sized {
    /// The return type.
    type Return;

    /// The schema of structured content.
    #[doc(hidden)]
    const SCHEMA: Option<SchemaOf>;

    /// Writes one value.
    #[doc(hidden)]
    fn write(&self, value: Self::Return, reply: &mut Reply<'_>);
}

impl<T: IntoContent> Shape for Shaped<AsContent, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, value: T, reply: &mut Reply<'_>) {
        reply.content(|contents| value.into_content(contents));
    }
}

impl<T: Serialize + JsonSchema> Shape for Shaped<AsStructured, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = Some(schema_of::<T>);

    fn write(&self, value: T, reply: &mut Reply<'_>) {
        reply.structured(&value);
    }
}

impl<T, E, K> Shape for Shaped<K, Fallible<T, E>>
where
    Shaped<K, Plain<T>>: Shape<Return = T>,
{
    type Return = Result<T, E>;

    const SCHEMA: Option<SchemaOf> = <Shaped<K, Plain<T>> as Shape>::SCHEMA;

    fn write(&self, value: Result<T, E>, reply: &mut Reply<'_>) {
        match value {
            Ok(value) => Shaped::<K, _>::new(Plain(PhantomData)).write(value, reply),
            Err(error) => reply.failure(&(self.whole.text)(&error)),
        }
    }
}

impl<T> Shape for Shaped<AsNothing, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, _: T, _: &mut Reply<'_>) {}
}

/// A tool's function that has been called and not yet finished.
pub struct Running(Pin<Box<dyn Answering + Send>>);

impl Running {
    /// The future of a called function, whose value becomes a result in the given shape.
    pub fn new<S, F>(shape: S, future: F) -> Self
    where
        S: Shape + Send + 'static,
        F: Future<Output = S::Return> + Send + 'static,
    {
        Self(Box::pin(Written { future, shape }))
    }

    /// Polls the function; its result is written the moment it is ready.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()> {
        self.0.as_mut().poll(cx, reply)
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Running")
    }
}

trait Answering {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()>;
}

pin_project! {
    struct Written<F, S> {
        #[pin]
        future: F,
        shape: S,
    }
}

impl<S: Shape, F: Future<Output = S::Return>> Answering for Written<F, S> {
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>, reply: &mut Reply<'_>) -> Poll<()> {
        let this = self.project();
        this.future
            .poll(cx)
            .map(|value| this.shape.write(value, reply))
    }
}
