//! A function that is offered to clients: what they are told of it, and how it is called.

use std::fmt;

use crate::arguments::Arguments;
use crate::definition::Definition;
use crate::running::Running;

/// How a registered function is called.
pub(crate) type Start = Box<dyn Fn(&mut Arguments<'_>) -> Option<Running> + Send + Sync>;

/// A function in a set: its definition and how it is called.
pub(crate) struct Registered {
    pub(crate) definition: Definition,
    pub(crate) start: Start,
}

impl Registered {
    pub(crate) fn new(
        definition: Definition,
        start: impl Fn(&mut Arguments<'_>) -> Option<Running> + Send + Sync + 'static,
    ) -> Self {
        Self {
            definition,
            start: Box::new(start),
        }
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered")
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}
