//! Resources that are found out when a client lists them: the rows of a table, the files of a
//! folder.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use crate::failure::ToolError;
use crate::resource::ResourceLink;
use crate::server::Server;
use crate::state::State;

/// What a client has asked for that lists the resources of a template.
#[derive(Clone, Debug)]
pub struct Listing {
    server: Server,
    cursor: Option<String>,
}

impl Listing {
    pub(crate) fn new(server: Server, cursor: Option<String>) -> Self {
        Self { server, cursor }
    }

    /// Where the page begins, as the page before it said; `None` for the first.
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// A state that the server was given; `None` if it was not.
    pub fn state<T: ?Sized + 'static>(&self) -> Option<State<T>> {
        self.server.states().get()
    }
}

/// Some of a template's resources, and where the next begin.
///
/// ```
/// use mcp_core::{Listing, ResourceLink, ResourcePage, resource};
///
/// fn orders(listing: Listing) -> ResourcePage {
///     let start = listing.cursor().and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
///     let link = |id| ResourceLink::new(format!("orders://{id}"), format!("order {id}"));
///     ResourcePage::new((start..start + 50).map(link)).next((start + 50).to_string())
/// }
///
/// /// An order.
/// #[resource("orders://{id}", list = orders)]
/// fn order(id: u64) -> String {
///     format!("order {id}")
/// }
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ResourcePage {
    pub(crate) resources: Vec<ResourceLink>,
    pub(crate) next: Option<String>,
}

impl ResourcePage {
    /// These resources, after which there are no others.
    pub fn new(resources: impl IntoIterator<Item = ResourceLink>) -> Self {
        Self {
            resources: resources.into_iter().collect(),
            next: None,
        }
    }

    /// Says that there are others, and from where on.
    pub fn next(mut self, cursor: impl Into<String>) -> Self {
        self.next = Some(cursor.into());
        self
    }
}

impl From<Vec<ResourceLink>> for ResourcePage {
    fn from(resources: Vec<ResourceLink>) -> Self {
        Self::new(resources)
    }
}

/// What a function returns that lists resources: a list of [`ResourceLink`]s, a [`ResourcePage`],
/// a `Result` of these, or a future of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of resources",
    label = "expected `Vec<ResourceLink>`, `ResourcePage`, or a `Result` or a future of these"
)]
pub trait Entries<How>: Send {
    #[doc(hidden)]
    fn page(self) -> impl Future<Output = Result<ResourcePage, ToolError>> + Send;
}

/// There is a page.
#[derive(Debug)]
pub struct Now;

/// There is a page or a failure.
#[derive(Debug)]
pub struct Perhaps;

/// There will be one.
#[derive(Debug)]
pub struct Later<How>(std::marker::PhantomData<How>);

impl<T: Into<ResourcePage> + Send> Entries<Now> for T {
    async fn page(self) -> Result<ResourcePage, ToolError> {
        Ok(self.into())
    }
}

impl<T: Into<ResourcePage> + Send, E: Into<ToolError> + Send> Entries<Perhaps> for Result<T, E> {
    async fn page(self) -> Result<ResourcePage, ToolError> {
        self.map(Into::into).map_err(Into::into)
    }
}

impl<How, F: Future<Output: Entries<How>> + Send> Entries<Later<How>> for F {
    async fn page(self) -> Result<ResourcePage, ToolError> {
        self.await.page().await
    }
}

type Paging = Pin<Box<dyn Future<Output = Result<ResourcePage, ToolError>> + Send>>;

/// Lists the resources of a template.
#[derive(Clone)]
pub(crate) struct Lister(Arc<dyn Fn(Listing) -> Paging + Send + Sync>);

impl Lister {
    pub(crate) fn new<How, E: Entries<How> + 'static>(
        list: impl Fn(Listing) -> E + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move |listing| {
            let entries = list(listing);
            Box::pin(async move { entries.page().await })
        }))
    }

    pub(crate) fn list(&self, listing: Listing) -> Paging {
        (self.0)(listing)
    }
}

impl fmt::Debug for Lister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lister")
    }
}
