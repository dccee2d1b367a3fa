//! How a tool fails, and in which words the model hears of it.

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fmt::{self, Display, Write};
use std::hash::{BuildHasher, Hasher};

use serde::Serialize;

use crate::error::ErrorObject;
use crate::finite::to_json;
use crate::not_found::NotFound;

/// A tool's result with [`ToolError`] as its error, for functions that fail in many ways.
pub type Result<T, E = ToolError> = std::result::Result<T, E>;

/// A tool's failure, where a text is not all there is to say.
///
/// Any error becomes one with `?`: those of the standard library, of anyhow and eyre, boxed ones,
/// and strings. The model reads its text and the texts of its causes.
///
/// ```
/// use mcp_core::{Result, ToolError, bail, ensure, tool};
///
/// /// Reads a number from a file.
/// #[tool]
/// fn read_number(path: &str) -> Result<i64> {
///     ensure!(!path.contains(".."), "`{path}` leads out of the folder");
///     let text = std::fs::read_to_string(path)?;
///     if text.is_empty() {
///         bail!("`{path}` is empty");
///     }
///     text.trim()
///         .parse()
///         .map_err(|error| ToolError::from(error).hint("write a number into the file first"))
/// }
///
/// assert!(read_number("../secret").is_err());
/// ```
#[derive(Debug)]
pub struct ToolError(Box<Failed>);

/// What there is to say of a failed call.
#[derive(Debug)]
pub(crate) enum Failed {
    /// A result with `isError`: a text for the model, and data beside it.
    Result { text: String, data: Option<String> },
    /// An error of the protocol, which the model does not see.
    Protocol(ErrorObject),
    /// There is no such resource.
    NotFound,
}

impl ToolError {
    /// A failure with this text. An error with causes is better converted, by `?` or `from`.
    pub fn new(message: impl Display) -> Self {
        Self::saying(words(&message))
    }

    fn saying(text: String) -> Self {
        Self(Box::new(Failed::Result { text, data: None }))
    }

    /// Adds what the model can do about it, on a line of its own.
    #[must_use]
    pub fn hint(mut self, hint: impl Display) -> Self {
        if let Failed::Result { text, .. } = &mut *self.0 {
            write!(text, "\nHint: {hint}").expect("a string takes everything");
        }
        self
    }

    /// Adds data for the model, as a content block of JSON. Data without a JSON form, such as a
    /// number that is not finite, is left out.
    #[must_use]
    pub fn data(mut self, value: impl Serialize) -> Self {
        if let Failed::Result { data, .. } = &mut *self.0 {
            *data = to_json(&value)
                .ok()
                .and_then(|json| String::from_utf8(json).ok());
        }
        self
    }

    /// A failure whose cause is none of the model's business. It reads a reference; the cause is
    /// on stderr under the same reference.
    ///
    /// ```
    /// use mcp_core::{Result, ToolError, tool};
    ///
    /// fn connect(password: &str) -> std::io::Result<()> {
    ///     Err(std::io::Error::other(format!("`{password}` was refused")))
    /// }
    ///
    /// /// Looks into the database.
    /// #[tool]
    /// fn look() -> Result<()> {
    ///     connect("hunter2").map_err(ToolError::private)
    /// }
    /// ```
    pub fn private(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let reference = RandomState::new().build_hasher().finish() >> 32;
        eprintln!("internal error {reference:08x}: {}", chain(&*cause.into()));
        Self::saying(format!(
            "an internal error occurred (reference {reference:08x})"
        ))
    }

    /// Answers the call with an error of the protocol instead of a result. Clients tend to hide it
    /// from the model, so it is for what the model cannot mend. It carries data of its own; a hint
    /// added to it has no place to go.
    pub fn protocol(error: ErrorObject) -> Self {
        Self(Box::new(Failed::Protocol(error)))
    }

    pub(crate) fn into_failed(self) -> Failed {
        *self.0
    }
}

// No `Display` and no `Error` for `ToolError` itself: an error type with this conversion, which is
// what makes `?` work on everything, cannot have them.
impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::saying(chain(&*error.into()))
    }
}

impl From<NotFound> for ToolError {
    fn from(_: NotFound) -> Self {
        Self(Box::new(Failed::NotFound))
    }
}

/// Returns from a tool with a [`ToolError`] of this text, formatted as by `format!`.
///
/// ```
/// fn check(n: u8) -> mcp_core::Result<u8> {
///     if n > 9 {
///         mcp_core::bail!("{n} has more than one digit");
///     }
///     Ok(n)
/// }
/// assert!(check(10).is_err());
/// ```
#[macro_export]
macro_rules! bail {
    ($($text:tt)+) => {
        return ::core::result::Result::Err($crate::ToolError::new(::core::format_args!($($text)+)))
    };
}

/// Returns from a tool with a [`ToolError`] of this text unless the condition holds.
///
/// ```
/// fn check(n: u8) -> mcp_core::Result<u8> {
///     mcp_core::ensure!(n < 10, "{n} has more than one digit");
///     Ok(n)
/// }
/// assert!(check(10).is_err());
/// ```
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($text:tt)+) => {
        if !$condition {
            $crate::bail!($($text)+);
        }
    };
}

/// An error's text in its alternate form, which shows the whole chain of anyhow's and eyre's.
/// Never empty, since an empty error helps nobody.
pub(crate) fn words(error: &dyn Display) -> String {
    let mut text = String::new();
    let written: fmt::Result = write!(text, "{error:#}");
    if written.is_err() || text.trim().is_empty() {
        return "the tool failed and did not say why".to_owned();
    }
    text
}

/// An error's text and those of its causes, each once: many errors tell their cause themselves.
pub(crate) fn chain<E: Error + ?Sized>(error: &E) -> String {
    let mut text = words(&error);
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        let told = format!(": {words}");
        if text != words && !text.ends_with(&told) {
            text.push_str(&told);
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Layer(&'static str, Option<Box<Layer>>);

    impl Display for Layer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for Layer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref().map(|layer| layer as _)
        }
    }

    fn text(error: ToolError) -> String {
        match error.into_failed() {
            Failed::Result { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }

    fn fails<E>(error: E) -> Result<()>
    where
        ToolError: From<E>,
    {
        Err(error)?;
        Ok(())
    }

    #[test]
    fn causes_are_told_once() {
        let disk = || Some(Box::new(Layer("disk full", None)));
        assert_eq!(
            chain(&Layer("cannot save", disk())),
            "cannot save: disk full"
        );
        let no = Some(Box::new(Layer("no", None)));
        assert_eq!(chain(&Layer("cannot save", no)), "cannot save: no");
        assert_eq!(
            chain(&Layer("cannot save: disk full", disk())),
            "cannot save: disk full"
        );
    }

    #[test]
    fn everything_that_tells_a_failure_becomes_one() {
        let boxed: Box<dyn Error + Send + Sync> = "boxed".into();
        assert_eq!(text(fails("text").unwrap_err()), "text");
        assert_eq!(text(fails("text".to_owned()).unwrap_err()), "text");
        assert_eq!(text(fails(boxed).unwrap_err()), "boxed");
        assert_eq!(text(fails(Layer("own", None)).unwrap_err()), "own");
        assert_eq!(
            text(fails("x".parse::<u8>().unwrap_err()).unwrap_err()),
            "invalid digit found in string"
        );
    }

    #[test]
    fn a_private_cause_is_not_in_the_text() {
        let text = text(ToolError::private("password is hunter2"));
        assert!(
            text.starts_with("an internal error occurred (reference "),
            "{text}"
        );
    }

    #[test]
    fn an_error_without_words_gets_some() {
        assert_eq!(words(&" "), "the tool failed and did not say why");
    }
}
