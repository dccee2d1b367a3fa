//! Prompts: messages that a person chooses, from functions.

mod messages;

use crate::arguments::Arguments;
use crate::broken::Broken;
use crate::definition::Definition;
use crate::kind::Kind;
use crate::listed::{Listed, filled};
use crate::registered::Registered;
use crate::running::Running;

pub use messages::{IntoPrompt, Messages, PromptMessage};

/// A function whose messages people can choose. Implemented by [`#[prompt]`](macro@crate::prompt),
/// as [`Tool`](crate::Tool) is by `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    label = "has no `#[prompt]` on it",
    note = "put `#[prompt]` on the function `{Self}`"
)]
pub trait Prompt: Sized + 'static {
    /// The name clients ask for it by: 1 to 64 of `A-Z a-z 0-9 _ . -`.
    const NAME: &'static str;

    /// What clients are told about the prompt.
    #[doc(hidden)]
    fn define() -> Definition;

    /// Decodes the arguments and calls the function. `None` after a fault in the arguments.
    #[doc(hidden)]
    fn start(arguments: &mut Arguments<'_>) -> Option<Running>;

    #[doc(hidden)]
    const LISTED: Listed = Listed::new(Kind::Prompt, Self::NAME, Self::define, Self::start);
}

#[diagnostic::do_not_recommend]
impl<T: Broken> Prompt for T {
    const NAME: &'static str = <T as Broken>::NAME;

    fn define() -> Definition {
        Definition::prompt(<T as Broken>::NAME)
    }

    fn start(_: &mut Arguments<'_>) -> Option<Running> {
        None
    }
}

/// Prompts in the order they are listed to clients.
///
/// ```
/// use mcp_core::{prompt, prompts, server};
///
/// /// Asks for a review of code.
/// #[prompt]
/// fn review(language: String, code: String) -> String {
///     format!("Review this {language} code:\n{code}")
/// }
///
/// let prompts = prompts![review];
/// assert_eq!(prompts.names().collect::<Vec<_>>(), ["review"]);
/// let server = server!().prompts(prompts).build()?;
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct PromptSet {
    pub(crate) prompts: Vec<Registered>,
}

impl PromptSet {
    /// A set without prompts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds another set's prompts after these.
    pub fn and(mut self, other: Self) -> Self {
        self.prompts.extend(other.prompts);
        self
    }

    /// The prompts' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.prompts
            .iter()
            .map(|prompt| prompt.definition.name.as_ref())
    }
}

filled!(PromptSet.prompts);

/// Lists functions that carry [`#[prompt]`](macro@crate::prompt), by path, as
/// [`tools!`](crate::tools) does for tools.
#[macro_export]
macro_rules! prompts {
    ($($list:tt)*) => {
        $crate::__listed!(PromptSet of Prompt: $($list)*)
    };
}
