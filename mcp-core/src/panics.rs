//! Code of a tool's author that panics: caught, so that the server lives.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::definition::Definition;

/// Runs `code`; `None` if it panicked. What it panicked with has gone to the panic hook, which
/// prints it on stderr.
pub(crate) fn caught<T>(code: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(code)) {
        Ok(value) => Some(value),
        Err(payload) => {
            // Its destructor is the author's code too. What that panics with is let go of: its own
            // may go on so.
            if let Err(another) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                std::mem::forget(another);
            }
            None
        }
    }
}

/// What is read when a function has panicked. What it panicked with stays on stderr.
pub(crate) fn panicked(definition: Option<&Definition>) -> String {
    match definition {
        Some(Definition { kind, name, .. }) => format!("the {kind} `{name}` failed unexpectedly"),
        None => "the server failed unexpectedly".to_owned(),
    }
}
