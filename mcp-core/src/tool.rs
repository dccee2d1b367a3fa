//! What `#[tool]` makes of a function: a definition for clients and a way to call it.

use crate::arguments::Arguments;
use crate::broken::Broken;
use crate::definition::Definition;
use crate::kind::Kind;
use crate::listed::Listed;
use crate::running::Running;

/// A function that models can call. Implemented by [`#[tool]`](macro@crate::tool).
///
/// The attribute leaves the function as it is and puts a type of the same name beside it, which
/// implements this trait; [`tools!`](crate::tools) takes such types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "has no `#[tool]` on it",
    note = "put `#[tool]` on the function `{Self}`"
)]
pub trait Tool: Sized + 'static {
    /// The name models call it by: 1 to 64 of `A-Z a-z 0-9 _ . -`.
    const NAME: &'static str;

    /// What clients are told about the tool.
    #[doc(hidden)]
    fn define() -> Definition;

    /// Decodes the arguments and calls the function. `None` after a fault in the arguments.
    #[doc(hidden)]
    fn start(arguments: &mut Arguments<'_>) -> Option<Running>;

    /// What `tools!` lists: a path in this place is named in the error if it is no tool.
    #[doc(hidden)]
    const LISTED: Listed = Listed::new(Kind::Tool, Self::NAME, Self::define, Self::start);
}

#[diagnostic::do_not_recommend]
impl<T: Broken> Tool for T {
    const NAME: &'static str = <T as Broken>::NAME;

    fn define() -> Definition {
        Definition::new(<T as Broken>::NAME)
    }

    fn start(_: &mut Arguments<'_>) -> Option<Running> {
        None
    }
}
