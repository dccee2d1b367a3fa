//! A function that is offered to clients: what they are told of it, and how it is called.

use std::fmt;

use crate::arguments::Arguments;
use crate::definition::Definition;
#[cfg(feature = "tower")]
use crate::layers::{self, Layered};
use crate::running::Running;

/// How a registered function is called.
pub(crate) type Start = Box<dyn Fn(&mut Arguments<'_>) -> Option<Running> + Send + Sync>;

/// A function in a set: its definition and how it is called.
pub(crate) struct Registered {
    pub(crate) definition: Definition,
    pub(crate) start: Start,
    /// What its calls go through before they come to it, the innermost first.
    #[cfg(feature = "tower")]
    pub(crate) layers: Vec<Layered>,
}

/// How a function of an attribute's is called.
pub(crate) type StartFn = fn(&mut Arguments<'_>) -> Option<Running>;

impl Registered {
    /// A function as its attribute writes it. Nothing is compiled for each of them.
    pub(crate) fn function(definition: Definition, start: StartFn) -> Self {
        Self::new(definition, start)
    }

    pub(crate) fn new(
        definition: Definition,
        start: impl Fn(&mut Arguments<'_>) -> Option<Running> + Send + Sync + 'static,
    ) -> Self {
        Self {
            definition,
            start: Box::new(start),
            #[cfg(feature = "tower")]
            layers: Vec::new(),
        }
    }

    /// Puts a layer around its calls. Layers may speak to the client, as a function with a context.
    #[cfg(feature = "tower")]
    pub(crate) fn put_behind(&mut self, layer: &Layered) {
        self.layers.push(layer.clone());
        self.definition.takes_context = true;
    }

    /// Calls the function, or has its layers do so. `None` after a fault in the arguments.
    pub(crate) fn call(&self, arguments: &mut Arguments<'_>) -> Option<Running> {
        #[cfg(feature = "tower")]
        if !self.layers.is_empty() {
            return layers::call(arguments, self.layers.len());
        }
        (self.start)(arguments)
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered")
            .field("definition", &self.definition)
            .finish_non_exhaustive()
    }
}
