//! The tools that a server offers at a time, found by their names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, OnceLock};

use crate::definition::Definition;
use crate::lists::Pages;
use crate::output_schema::Output;
use crate::registered::Registered;

/// The tools that are listed at a time. A call keeps those that it was made under.
#[derive(Debug)]
pub(crate) struct Offer {
    /// Counts the changes that led here.
    pub(crate) edition: u64,
    pub(crate) tools: Vec<Arc<ServedTool>>,
    index: HashMap<Box<str>, usize, BuildHasherDefault<Fnv>>,
    pub(crate) pages: Pages,
}

impl Offer {
    pub(crate) fn new(edition: u64, tools: Vec<Arc<ServedTool>>) -> Self {
        let names = tools
            .iter()
            .map(|tool| tool.definition().name.as_ref().into());
        Self {
            edition,
            index: names.zip(0..).collect(),
            tools,
            pages: Pages::default(),
        }
    }

    /// The place of a tool.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }
}

/// A tool in service.
#[derive(Debug)]
pub(crate) struct ServedTool {
    /// Its own among all tools that the server ever had.
    pub(crate) number: usize,
    registered: Registered,
    wraps: OnceLock<bool>,
}

impl ServedTool {
    pub(crate) fn new(number: usize, registered: Registered) -> Self {
        Self {
            number,
            registered,
            wraps: OnceLock::new(),
        }
    }

    pub(crate) fn definition(&self) -> &Definition {
        &self.registered.definition
    }

    pub(crate) fn registered(&self) -> &Registered {
        &self.registered
    }

    /// How long its answers may be, in bytes.
    pub(crate) fn max_output(&self) -> usize {
        self.definition().max_output.unwrap_or(usize::MAX)
    }

    /// Whether its structured content is not always an object, which some versions want wrapped.
    pub(crate) fn wraps(&self) -> bool {
        *self
            .wraps
            .get_or_init(|| Output::of(self.definition()).is_some_and(|output| !output.is_object()))
    }
}

/// Hashes names: FNV-1a. They are an author's own, so nobody makes them collide, and they are short.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
