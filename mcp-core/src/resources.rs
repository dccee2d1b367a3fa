//! Resources: what clients read, from functions, under URIs of theirs.

mod address;
mod contents;
#[cfg(feature = "directory")]
mod directory;
mod listing;
mod overlap;
#[cfg(feature = "watch")]
mod watch;

use crate::arguments::Arguments;
use crate::broken::Broken;
use crate::definition::Definition;
use crate::kind::Kind;
use crate::listed::{Listed, filled};
use crate::lookout::Lookout;
use crate::registered::Registered;
use crate::running::Running;

pub(crate) use address::scheme;
pub use address::{Address, Part};
pub use contents::{IntoResource, ResourceContents};
#[cfg(feature = "directory")]
pub use directory::Directory;
pub(crate) use listing::Lister;
pub use listing::{Entries, Listing, ResourcePage};
pub(crate) use overlap::overlap;

/// A function whose value clients can read. Implemented by
/// [`#[resource]`](macro@crate::resource), as [`Tool`](crate::Tool) is by `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "has no `#[resource]` on it",
    note = "put `#[resource(\"...\")]` with its URI on the function `{Self}`"
)]
pub trait Resource: Sized + 'static {
    /// Its URI, or the template of its URIs.
    const URI: &'static str;

    /// What clients are told about the resource.
    #[doc(hidden)]
    fn define() -> Definition;

    /// Decodes the variables and calls the function. `None` after a fault in the variables.
    #[doc(hidden)]
    fn start(variables: &mut Arguments<'_>) -> Option<Running>;

    #[doc(hidden)]
    const LISTED: Listed = Listed::new(Kind::Resource, Self::URI, Self::define, Self::start);
}

#[diagnostic::do_not_recommend]
impl<T: Broken> Resource for T {
    const URI: &'static str = <T as Broken>::NAME;

    fn define() -> Definition {
        Definition::resource("broken", Address::uri(<T as Broken>::NAME))
    }

    fn start(_: &mut Arguments<'_>) -> Option<Running> {
        None
    }
}

/// Resources in the order they are listed to clients.
///
/// ```
/// use mcp_core::{resource, resources, server};
///
/// /// How to get here.
/// #[resource("shop://directions")]
/// fn directions() -> &'static str {
///     "Left at the bakery."
/// }
///
/// let resources = resources![directions];
/// assert_eq!(resources.uris().collect::<Vec<_>>(), ["shop://directions"]);
/// let server = server!().resources(resources).build()?;
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct ResourceSet {
    pub(crate) resources: Vec<Registered>,
    /// What notices changes of some of them.
    pub(crate) lookouts: Vec<Box<dyn Lookout>>,
}

impl ResourceSet {
    /// A set without resources.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds another set's resources after these.
    pub fn and(mut self, other: impl IntoResources) -> Self {
        let other = other.into_resources();
        self.resources.extend(other.resources);
        self.lookouts.extend(other.lookouts);
        self
    }

    /// The resources' URIs and templates, in order.
    pub fn uris(&self) -> impl Iterator<Item = &str> {
        let addresses = self.resources.iter();
        addresses
            .filter_map(|resource| resource.definition.address.as_ref())
            .map(Address::text)
    }
}

filled!(ResourceSet.resources);

/// What a server can be given as resources: a [`ResourceSet`], or a directory (feature `directory`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no set of resources",
    label = "resources are listed: `resources![catalog]`"
)]
pub trait IntoResources {
    /// The set.
    fn into_resources(self) -> ResourceSet;
}

impl IntoResources for ResourceSet {
    fn into_resources(self) -> ResourceSet {
        self
    }
}

/// Lists functions that carry [`#[resource]`](macro@crate::resource), by path, as
/// [`tools!`](crate::tools) does for tools. Two of one URI are a compile error.
#[macro_export]
macro_rules! resources {
    ($($list:tt)*) => {
        $crate::__listed!(ResourceSet of Resource: $($list)*)
    };
}
