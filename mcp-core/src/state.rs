//! Shared state: what a server owns and its tools are handed.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::arguments::Arguments;
use crate::definition::Definition;
use crate::parameter::{FromCall, Parameter};

/// State that a tool shares with the others: given to the server once, handed in with each call.
///
/// A parameter of this type is no argument; clients do not see it. A server whose tools take a
/// state that it was not given is refused when it is built. Interior mutability is up to `T`:
/// calls run beside each other.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use mcp_core::{State, server, tool, tools};
///
/// #[derive(Default)]
/// struct Counter(AtomicU64);
///
/// /// Counts up.
/// #[tool]
/// fn count(counter: State<Counter>, by: u64) -> u64 {
///     counter.0.fetch_add(by, Ordering::Relaxed) + by
/// }
///
/// let server = server!().state(Counter::default()).tools(tools![count]).build()?;
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
///
/// In a test the tool is a function like any other: `count(State::new(Counter::default()), 1)`.
pub struct State<T: ?Sized>(Arc<T>);

impl<T> State<T> {
    /// A state of its own, as a test needs it.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T: ?Sized> From<Arc<T>> for State<T> {
    fn from(value: Arc<T>) -> Self {
        Self(value)
    }
}

impl<T: ?Sized> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug + ?Sized> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&&*self.0).finish()
    }
}

/// The role of what the server hands in.
#[derive(Debug)]
pub struct Shared;

// That a state can be shared is asked where it is given, and of the call that has it.
impl<T: ?Sized + 'static> FromCall<Shared> for State<T> {
    fn take(_: &Parameter<Self>, arguments: &mut Arguments<'_>) -> Option<Self> {
        arguments.states().get()
    }

    fn declare(parameter: &Parameter<Self>, definition: &mut Definition) {
        definition.needs.push(Need::of::<T>());
        if !parameter.is_bare() {
            definition.misused.push(parameter.name());
        }
    }
}

/// A state that a tool takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    state: TypeId,
    pub(crate) name: &'static str,
}

impl Need {
    fn of<T: ?Sized + 'static>() -> Self {
        Self {
            state: TypeId::of::<State<T>>(),
            name: type_name::<T>(),
        }
    }
}

/// The states of a server, one of each type.
#[derive(Default)]
pub(crate) struct States(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl States {
    /// Adds a state. `false` if there is one of its type already.
    pub(crate) fn insert<T: Send + Sync + ?Sized + 'static>(&mut self, state: State<T>) -> bool {
        self.0
            .insert(TypeId::of::<State<T>>(), Box::new(state))
            .is_none()
    }

    pub(crate) fn meets(&self, need: &Need) -> bool {
        self.0.contains_key(&need.state)
    }

    pub(crate) fn get<T: ?Sized + 'static>(&self) -> Option<State<T>> {
        self.0
            .get(&TypeId::of::<State<T>>())?
            .downcast_ref::<State<T>>()
            .cloned()
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states", self.0.len())
    }
}
