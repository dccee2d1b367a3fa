//! Noticing that resources change by themselves, for as long as there is a client to be told.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::resource_list::ResourceList;
use crate::server::Server;

/// What can notice changes of resources.
pub(crate) trait Lookout: fmt::Debug + Send + Sync {
    /// Begins to tell `list` of changes.
    fn begin(&self, list: ResourceList) -> Box<dyn Watch>;
}

/// What notices changes, until it is dropped.
pub(crate) trait Watch: fmt::Debug + Send + Sync {
    /// Waits until no change from now on goes unnoticed, but not for very long.
    fn settle(&self);
}

/// All that notices changes of a server's resources. Clients that want to be told hold it.
#[derive(Debug)]
pub(crate) struct Watches(Vec<Box<dyn Watch>>);

impl Watches {
    /// Waits until no change from now on goes unnoticed.
    pub(crate) fn settle(&self) {
        self.0.iter().for_each(|watch| watch.settle());
    }
}

/// The lookouts of a server, and what they have begun if anybody wants to know.
#[derive(Debug)]
pub(crate) struct Lookouts {
    all: Vec<Box<dyn Lookout>>,
    begun: Mutex<Weak<Watches>>,
}

impl Lookouts {
    pub(crate) fn new(all: Vec<Box<dyn Lookout>>) -> Self {
        Self {
            all,
            begun: Mutex::default(),
        }
    }

    pub(crate) fn are_none(&self) -> bool {
        self.all.is_empty()
    }
}

impl Server {
    /// Begins to notice changes, unless that has begun. It ends when nobody holds it any more.
    pub(crate) fn watches(&self) -> Option<Arc<Watches>> {
        let lookouts = self.lookouts();
        if lookouts.are_none() {
            return None;
        }
        let begun = lookouts.begun.lock();
        let mut begun = begun.unwrap_or_else(PoisonError::into_inner);
        Some(begun.upgrade().unwrap_or_else(|| {
            let watches = lookouts
                .all
                .iter()
                .map(|one| one.begin(self.resource_list()));
            let watches = Arc::new(Watches(watches.collect()));
            *begun = Arc::downgrade(&watches);
            watches
        }))
    }
}
