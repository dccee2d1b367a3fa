//! Ownership of the process's standard streams.
//!
//! The protocol's stdin and stdout move to private descriptors. What a tool, a C library or a
//! child process prints then shows on stderr, and what it reads is empty, so that nothing but
//! the server itself speaks to the client.
//!
//! Each system's module has the same two types. An `Input` is read; an `Output` is written either
//! [now](Output::write_now), as far as it goes without waiting, or to the end. No flag of a
//! descriptor is touched: the client may share it.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub(crate) use system::{Input, Output};

/// The client's end: what it sends and where answers go.
#[derive(Debug)]
pub(crate) struct Streams {
    pub(crate) input: Input,
    pub(crate) output: Output,
}
