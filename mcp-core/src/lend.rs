//! Arguments that a tool only borrows: decoded into an owned form and lent for the call.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A type that an argument can be lent as, by reference.
///
/// ```
/// use std::path::Path;
///
/// use mcp_core::tool;
///
/// /// Whether a name is that of a hidden file.
/// #[tool]
/// fn is_hidden(name: &str, below: &Path, suffixes: &[String]) -> bool {
///     name.starts_with('.') && below.is_absolute() && suffixes.is_empty()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a tool cannot borrow an argument as `&{Self}`",
    label = "has no owned form to decode into",
    note = "take an owned value, such as `String` or `Vec<_>`"
)]
pub trait Lend {
    /// What is decoded.
    type Owned;

    /// The borrowed form.
    fn lend(owned: &Self::Owned) -> &Self;
}

impl<T> Lend for T {
    type Owned = T;

    fn lend(owned: &T) -> &T {
        owned
    }
}

impl Lend for str {
    type Owned = String;

    fn lend(owned: &String) -> &str {
        owned
    }
}

impl<T> Lend for [T] {
    type Owned = Vec<T>;

    fn lend(owned: &Vec<T>) -> &[T] {
        owned
    }
}

impl Lend for Path {
    type Owned = PathBuf;

    fn lend(owned: &PathBuf) -> &Path {
        owned
    }
}

/// A client can only send text.
impl Lend for OsStr {
    type Owned = PathBuf;

    fn lend(owned: &PathBuf) -> &OsStr {
        owned.as_os_str()
    }
}

/// What an argument lent as `&T` is decoded into.
pub type Owned<T> = <T as Lend>::Owned;
