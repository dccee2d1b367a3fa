//! The tools of a server while it is served: switched on and off, added and removed.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::context::Context;
use crate::listening::{Change, Changes};
use crate::offer::{Offer, ServedTool};
use crate::peer::Peer;
use crate::registered::Registered;
use crate::server::Server;
use crate::setup::SetupError;
use crate::tools::{IntoTools, ToolSet};

/// The tools that a server lists now, and the way to change them.
///
/// A tool that is not listed cannot be called; calls under way go on. Clients that can be told of a
/// change are: those of the handshake era if the list was handed out before they shook hands, or
/// some tool takes a [`Context`]; others if they listen.
///
/// ```
/// use mcp_core::{Context, tool, tools};
///
/// /// Deletes everything.
/// #[tool]
/// fn delete_all() {}
///
/// /// Lets the dangerous tools be called, or not any more.
/// #[tool]
/// fn allow_danger(ctx: &Context, allowed: bool) {
///     let list = ctx.tool_list();
///     match allowed {
///         true => list.enable("delete_all"),
///         false => list.disable("delete_all"),
///     };
/// }
///
/// let server = mcp_core::server!().tools(tools![delete_all, allow_danger]).build()?;
/// server.tool_list().disable("delete_all");
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
///
/// Source: MCP 2026-07-28, "Server / Tools / List Changed Notification".
#[derive(Clone, Debug)]
pub struct ToolList(Server);

impl Server {
    /// The list of tools, to be changed while the server is served.
    pub fn tool_list(&self) -> ToolList {
        self.0.live.is_handed_out.store(true, Ordering::Relaxed);
        ToolList(self.clone())
    }

    /// Which changes clients can be told of.
    pub(crate) fn changes(&self) -> Changes {
        Changes {
            tools_list_changed: self.tools_may_change(),
            resources_list_changed: self.resources_may_change(),
            ..Changes::default()
        }
    }
}

impl Context {
    /// The server's list of tools, to be changed for all of its clients.
    pub fn tool_list(&self) -> ToolList {
        ToolList(self.ongoing().server.clone())
    }
}

impl ToolList {
    /// The names of the tools that are listed, in order.
    pub fn names(&self) -> Vec<String> {
        let listed = self.0.0.live.lock();
        let listed = listed.entries.iter().filter(|entry| entry.is_enabled);
        listed.map(|entry| entry.name().to_owned()).collect()
    }

    /// Lists a tool again. `false` if there is none of that name, or it is listed.
    pub fn enable(&self, name: &str) -> bool {
        self.switch(name, true)
    }

    /// Lists a tool no more, until it is [enabled](Self::enable). `false` if there is none of that
    /// name, or it is not listed.
    pub fn disable(&self, name: &str) -> bool {
        self.switch(name, false)
    }

    fn switch(&self, name: &str, is_enabled: bool) -> bool {
        self.change(|listed| {
            let mut entries = listed.entries.iter_mut();
            let entry = entries.find(|entry| entry.name() == name);
            entry.is_some_and(|entry| {
                std::mem::replace(&mut entry.is_enabled, is_enabled) != is_enabled
            })
        })
    }

    /// Removes a tool for good. `false` if there is none of that name.
    pub fn remove(&self, name: &str) -> bool {
        self.change(|listed| {
            let before = listed.entries.len();
            listed.entries.retain(|entry| entry.name() != name);
            listed.entries.len() < before
        })
    }

    /// Adds tools after those already there. They are held to what the server was set up with: its
    /// states, and whether it is strict.
    ///
    /// # Errors
    /// When one has the name of a tool that is there, listed or not; and all that
    /// [`build`](crate::ServerBuilder::build) refuses. Then none is added.
    pub fn add(&self, tools: impl IntoTools) -> Result<(), SetupError> {
        let added = ToolSet::new().and(tools).tools;
        let mut refused = None;
        self.change(|listed| {
            let there = listed.entries.iter().map(|entry| entry.tool.definition());
            match self.0.0.rules.checked(added, there) {
                Ok(added) => {
                    let is_change = !added.is_empty();
                    for tool in added {
                        listed.push(tool);
                    }
                    is_change
                }
                Err(error) => {
                    refused = Some(error);
                    false
                }
            }
        });
        refused.map_or(Ok(()), Err)
    }

    /// Changes the list, and tells all clients if it has changed.
    fn change(&self, change: impl FnOnce(&mut Listed) -> bool) -> bool {
        let live = &self.0.0.live;
        let mut listed = live.lock();
        let has_changed = change(&mut listed);
        if has_changed {
            listed.offer = Arc::new(listed.offered());
            live.edition.store(listed.offer.edition, Ordering::Release);
            let peers = listed.peers();
            drop(listed);
            for peer in peers {
                peer.tell(Change::Tools);
            }
        }
        has_changed
    }
}

/// What changes of a server.
pub(crate) struct Live {
    /// How often the list has changed.
    edition: AtomicU64,
    is_handed_out: AtomicBool,
    are_resources_handed_out: AtomicBool,
    listed: Mutex<Listed>,
}

struct Listed {
    entries: Vec<Entry>,
    /// How many tools there ever were.
    count: usize,
    offer: Arc<Offer>,
    /// Who is told.
    peers: Vec<Weak<Peer>>,
}

struct Entry {
    tool: Arc<ServedTool>,
    is_enabled: bool,
}

impl Entry {
    fn name(&self) -> &str {
        &self.tool.definition().name
    }
}

impl Listed {
    fn push(&mut self, tool: Registered) {
        self.entries.push(Entry {
            tool: Arc::new(ServedTool::new(self.count, tool)),
            is_enabled: true,
        });
        self.count += 1;
    }

    /// The next edition, of what is enabled.
    fn offered(&self) -> Offer {
        let enabled = self.entries.iter().filter(|entry| entry.is_enabled);
        let tools = enabled.map(|entry| Arc::clone(&entry.tool));
        Offer::new(self.offer.edition + 1, tools.collect())
    }

    fn peers(&mut self) -> Vec<Arc<Peer>> {
        self.peers.retain(|peer| peer.strong_count() > 0);
        self.peers.iter().filter_map(Weak::upgrade).collect()
    }
}

impl Live {
    pub(crate) fn of(tools: Vec<Registered>) -> Self {
        let mut listed = Listed {
            entries: Vec::new(),
            count: 0,
            offer: Arc::new(Offer::new(0, Vec::new())),
            peers: Vec::new(),
        };
        for tool in tools {
            listed.push(tool);
        }
        listed.offer = Arc::new(listed.offered());
        Self {
            edition: AtomicU64::new(listed.offer.edition),
            is_handed_out: AtomicBool::new(false),
            are_resources_handed_out: AtomicBool::new(false),
            listed: Mutex::new(listed),
        }
    }

    pub(crate) fn edition(&self) -> u64 {
        self.edition.load(Ordering::Acquire)
    }

    pub(crate) fn offer(&self) -> Arc<Offer> {
        Arc::clone(&self.lock().offer)
    }

    pub(crate) fn is_handed_out(&self) -> bool {
        self.is_handed_out.load(Ordering::Relaxed)
    }

    pub(crate) fn hand_resources_out(&self) {
        self.are_resources_handed_out.store(true, Ordering::Relaxed);
    }

    pub(crate) fn are_resources_handed_out(&self) -> bool {
        self.are_resources_handed_out.load(Ordering::Relaxed)
    }

    /// The clients that are told of changes.
    pub(crate) fn peers(&self) -> Vec<Arc<Peer>> {
        self.lock().peers()
    }

    /// Tells this client of changes too.
    pub(crate) fn attend(&self, peer: &Arc<Peer>) {
        let mut listed = self.lock();
        listed.peers.retain(|peer| peer.strong_count() > 0);
        listed.peers.push(Arc::downgrade(peer));
    }

    fn lock(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live")
            .field("edition", &self.edition())
            .finish_non_exhaustive()
    }
}
