//! What a call is of: the part of a server that a client has asked for.

/// What a call is of. Places are those in the server's lists.
#[derive(Debug)]
pub(crate) enum Subject {
    Tool(usize),
    /// A resource, or a template that its URI matches.
    Resource {
        place: usize,
        uri: Box<str>,
    },
    Prompt(usize),
    /// A list of which a part is found out when it is asked for.
    List,
    Completion,
}
