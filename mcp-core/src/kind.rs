//! The kinds of functions that a server offers.

use std::fmt;

/// What a function is offered as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What models call.
    Tool,
    /// What clients read.
    Resource,
    /// What people choose.
    Prompt,
}

impl Kind {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
