//! What a tool returns, and which kind of result that is.
//!
//! The kind is found by method resolution on the return type, never by its spelling, so aliases
//! work: `#[tool]` writes `Returns::<T>::new().success().failure().shape()`, and the compiler takes
//! the first of these that fits.
//!
//! | `success()` | finds |
//! |---|---|
//! | inherent, on `Returns<Result<T, E>>` | a success type `T` and a failure `E` |
//! | [`NoFailure`], on `Returns<T>` | `T` is the success |
//!
//! | `failure()` | finds |
//! |---|---|
//! | inherent, on a plain success | nothing to say |
//! | inherent, where `E` is [`ToolError`] or an `Error` | all it says, or its text and its causes' |
//! | [`PointerFailure`], where `E` points to an `Error` | the same |
//! | [`OtherFailure`], by reference, where `E: Display` | its text |
//!
//! | `shape()` | finds |
//! |---|---|
//! | inherent, on `Success<T>` where `T: IntoContent` | content |
//! | inherent, where `T` is [`CallToolResult`] | what it says |
//! | [`StructuredSuccess`], where `T: Serialize + JsonSchema` | structured content |
//! | [`OtherSuccess`], by reference, where `T: Output` | content: lists and tuples of it |

use std::error::Error;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::{Failed, ToolError, chain, words};
use crate::into_content::{Contents, IntoContent, Output};
use crate::not_found::NotFound;
use crate::prompts::{IntoPrompt, Messages};
use crate::reply::Reply;
use crate::resources::{IntoResource, ResourceContents};
use crate::result::CallToolResult;
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

impl<T, W> Success<T, W> {
    fn new(whole: W) -> Self {
        Self {
            whole,
            success: PhantomData,
        }
    }
}

/// The success itself.
#[derive(Debug)]
pub struct Plain<T>(PhantomData<fn() -> T>);

impl<T> Clone for Plain<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Plain<T> {}

/// A `Result` whose error has not been looked at.
#[derive(Debug)]
pub struct Unheard<T, E>(PhantomData<fn() -> (T, E)>);

/// A `Result`, and the way to its error's words.
#[derive(Debug)]
pub struct Fallible<T, E> {
    fail: fn(E) -> Failed,
    success: PhantomData<fn() -> T>,
}

impl<T, E> Clone for Fallible<T, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, E> Copy for Fallible<T, E> {}

impl<T, E> Returns<Result<T, E>> {
    /// A `Result`.
    pub fn success(&self) -> Success<T, Unheard<T, E>> {
        Success::new(Unheard(PhantomData))
    }
}

/// Anything but a `Result`.
pub trait NoFailure<T> {
    /// The type itself is the success.
    fn success(&self) -> Success<T, Plain<T>> {
        Success::new(Plain(PhantomData))
    }
}

impl<T> NoFailure<T> for Returns<T> {}

impl<T> Success<T, Plain<T>> {
    /// There is none.
    pub fn failure(self) -> Self {
        self
    }
}

impl<T, E> Success<T, Unheard<T, E>> {
    fn heard(fail: fn(E) -> Failed) -> Success<T, Fallible<T, E>> {
        Success::new(Fallible {
            fail,
            success: PhantomData,
        })
    }
}

#[expect(clippy::unused_self, reason = "found by method resolution")]
impl<T> Success<T, Unheard<T, ToolError>> {
    /// All that the error says.
    pub fn failure(self) -> Success<T, Fallible<T, ToolError>> {
        Self::heard(ToolError::into_failed)
    }
}

#[expect(clippy::unused_self, reason = "found by method resolution")]
impl<T, E: Error> Success<T, Unheard<T, E>> {
    /// The error's text, and those of its causes.
    pub fn failure(self) -> Success<T, Fallible<T, E>> {
        Self::heard(|error| saying(chain(&error)))
    }
}

#[expect(clippy::unused_self, reason = "found by method resolution")]
impl<T> Success<T, Unheard<T, NotFound>> {
    /// That there is none.
    pub fn failure(self) -> Success<T, Fallible<T, NotFound>> {
        Self::heard(|_| Failed::NotFound)
    }
}

/// A pointer to an error, as `Box<dyn Error>`, `Arc<E>` and `anyhow::Error` are.
pub trait PointerFailure<T, E> {
    /// The error's text, and those of its causes.
    fn failure(self) -> Success<T, Fallible<T, E>>;
}

impl<T, E: Deref<Target: Error>> PointerFailure<T, E> for Success<T, Unheard<T, E>> {
    fn failure(self) -> Success<T, Fallible<T, E>> {
        Self::heard(|error| saying(chain(&*error)))
    }
}

/// Any other error. It is found last, since it takes the success by reference.
pub trait OtherFailure<T, E> {
    /// The text, which the compiler asks for here.
    fn failure(&self) -> Success<T, Fallible<T, E>>
    where
        E: Failure;
}

impl<T, E> OtherFailure<T, E> for Success<T, Unheard<T, E>> {
    fn failure(&self) -> Success<T, Fallible<T, E>>
    where
        E: Failure,
    {
        Self::heard(|error| saying(error.text()))
    }
}

fn saying(text: String) -> Failed {
    Failed::Result { text, data: None }
}

/// An error that a tool can return: anything with [`Display`], whose text the model reads. An
/// [`Error`]'s causes are told too, and a [`ToolError`] says more.
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
        words(self)
    }
}

/// How values of a return type become results: by `K`, of the return type in `W`.
#[derive(Debug)]
pub struct Shaped<K, W> {
    kind: K,
    whole: W,
}

/// As content.
#[derive(Clone, Copy, Debug)]
pub struct AsContent;

/// As content, by what the compiler found for the type.
#[derive(Debug)]
pub struct AsParts<T>(fn(T, &mut Contents<'_>));

impl<T> Clone for AsParts<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AsParts<T> {}

/// As structured content with an output schema.
#[derive(Clone, Copy, Debug)]
pub struct AsStructured;

/// As the tool itself says.
#[derive(Clone, Copy, Debug)]
pub struct AsResult;

impl<T, W> Success<T, W> {
    fn shaped<K>(self, kind: K) -> Shaped<K, W> {
        Shaped {
            kind,
            whole: self.whole,
        }
    }
}

impl<T: IntoContent, W> Success<T, W> {
    /// Content.
    pub fn shape(self) -> Shaped<AsContent, W> {
        self.shaped(AsContent)
    }
}

impl<W> Success<CallToolResult, W> {
    /// What the result says.
    pub fn shape(self) -> Shaped<AsResult, W> {
        self.shaped(AsResult)
    }
}

/// A success that is a value.
pub trait StructuredSuccess<W> {
    /// Structured content.
    fn shape(self) -> Shaped<AsStructured, W>;
}

impl<T: Serialize + JsonSchema, W> StructuredSuccess<W> for Success<T, W> {
    fn shape(self) -> Shaped<AsStructured, W> {
        self.shaped(AsStructured)
    }
}

/// Any other success. It is found last, since it takes the success by reference.
pub trait OtherSuccess<T, W> {
    /// Content, which the compiler asks for here and nowhere else.
    fn shape(&self) -> Shaped<AsParts<T>, W>
    where
        T: Output;
}

impl<T, W: Copy> OtherSuccess<T, W> for Success<T, W> {
    fn shape(&self) -> Shaped<AsParts<T>, W>
    where
        T: Output,
    {
        Shaped {
            kind: AsParts(T::write),
            whole: self.whole,
        }
    }
}

/// As a resource's contents, of a media type.
#[derive(Debug)]
pub struct AsResource<T> {
    write: fn(T, &mut ResourceContents<'_>),
    mime_type: Option<&'static str>,
}

impl<T> Clone for AsResource<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AsResource<T> {}

/// As a prompt's messages.
#[derive(Debug)]
pub struct AsPrompt<T>(fn(T, &mut Messages<'_>));

impl<T> Clone for AsPrompt<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AsPrompt<T> {}

// The compiler asks for the traits here and nowhere else.
impl<T, W> Success<T, W> {
    /// A resource's contents.
    pub fn contents(self) -> Shaped<AsResource<T>, W>
    where
        T: IntoResource,
    {
        self.shaped(AsResource {
            write: T::into_resource,
            mime_type: T::MIME_TYPE,
        })
    }

    /// A prompt's messages.
    pub fn messages(self) -> Shaped<AsPrompt<T>, W>
    where
        T: IntoPrompt,
    {
        self.shaped(AsPrompt(T::into_prompt))
    }
}

/// Writes values of a return type as results.
pub trait Shape: Sized {
    /// The return type.
    type Return;

    /// The schema of structured content.
    #[doc(hidden)]
    const SCHEMA: Option<SchemaOf>;

    /// The media type of a resource's contents.
    #[doc(hidden)]
    fn mime_type(&self) -> Option<&'static str> {
        None
    }

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

impl<T> Shape for Shaped<AsParts<T>, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, value: T, reply: &mut Reply<'_>) {
        reply.content(|contents| (self.kind.0)(value, contents));
    }
}

impl<T: Serialize + JsonSchema> Shape for Shaped<AsStructured, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = Some(schema_of::<T>);

    fn write(&self, value: T, reply: &mut Reply<'_>) {
        reply.structured(&value);
    }
}

impl<T, E, K: Copy> Shape for Shaped<K, Fallible<T, E>>
where
    Shaped<K, Plain<T>>: Shape<Return = T>,
{
    type Return = Result<T, E>;

    const SCHEMA: Option<SchemaOf> = <Shaped<K, Plain<T>> as Shape>::SCHEMA;

    fn mime_type(&self) -> Option<&'static str> {
        self.of_success().mime_type()
    }

    fn write(&self, value: Result<T, E>, reply: &mut Reply<'_>) {
        match value {
            Ok(value) => self.of_success().write(value, reply),
            Err(error) => reply.failed((self.whole.fail)(error)),
        }
    }
}

impl<T, E, K: Copy> Shaped<K, Fallible<T, E>> {
    fn of_success(&self) -> Shaped<K, Plain<T>> {
        Shaped {
            kind: self.kind,
            whole: Plain(PhantomData),
        }
    }
}

impl Shape for Shaped<AsResult, Plain<CallToolResult>> {
    type Return = CallToolResult;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, value: CallToolResult, reply: &mut Reply<'_>) {
        reply.as_told(value);
    }
}

impl<T> Shape for Shaped<AsResource<T>, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = None;

    fn mime_type(&self) -> Option<&'static str> {
        self.kind.mime_type
    }

    fn write(&self, value: T, reply: &mut Reply<'_>) {
        reply.contents(|contents| (self.kind.write)(value, contents));
    }
}

impl<T> Shape for Shaped<AsPrompt<T>, Plain<T>> {
    type Return = T;

    const SCHEMA: Option<SchemaOf> = None;

    fn write(&self, value: T, reply: &mut Reply<'_>) {
        reply.messages(|messages| (self.kind.0)(value, messages));
    }
}
