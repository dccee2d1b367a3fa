//! What a call is of: the part of a server that a client has asked for.

/// What a call is of, by its place in the server's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Tool(usize),
}
