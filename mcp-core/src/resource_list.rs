//! The resources of a server while it is served: what has changed of them.

use crate::context::Context;
use crate::listening::Change;
use crate::server::Server;

/// The resources of a server, and the way to say what has changed of them.
///
/// Clients hear of a resource that they are subscribed to, or listen to. Those of the handshake era
/// can subscribe if the list was handed out before they shook hands, some function takes a
/// [`Context`], or a directory is watched.
///
/// ```
/// use mcp_core::{resource, resources, server};
///
/// /// How warm it is.
/// #[resource("garden://temperature")]
/// fn temperature() -> String {
///     "21 °C".to_owned()
/// }
///
/// let server = server!().resources(resources![temperature]).build()?;
/// let list = server.resource_list();
/// // Whenever the thermometer says so:
/// list.updated("garden://temperature");
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
///
/// Source: MCP 2025-11-25, "Server / Resources / Subscriptions".
#[derive(Clone, Debug)]
pub struct ResourceList(Server);

impl Server {
    /// The resources, of which changes are to be told while the server is served.
    pub fn resource_list(&self) -> ResourceList {
        self.0.live.hand_resources_out();
        ResourceList(self.clone())
    }
}

impl Context {
    /// The server's resources, of which changes are to be told to all of its clients.
    pub fn resource_list(&self) -> ResourceList {
        ResourceList(self.ongoing().server.clone())
    }
}

impl ResourceList {
    /// Tells clients that are subscribed to it that a resource has changed, and those that are to
    /// what it is part of: `shop://things` has `shop://things/1`.
    pub fn updated(&self, uri: &str) {
        self.tell(Change::Resource(uri));
    }

    /// Tells clients that there are other resources than before, as a template's
    /// [list](crate::ResourcePage) gives them.
    pub fn changed(&self) {
        self.tell(Change::Resources);
    }

    fn tell(&self, change: Change<'_>) {
        for peer in self.0.0.live.peers() {
            peer.tell(change);
        }
    }
}
