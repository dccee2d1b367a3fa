//! What a function is made: a tool, a resource or a prompt.

use std::fmt;

use proc_macro2::{Ident, Span};
use syn::Path;

/// What an attribute makes of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Resource,
    Prompt,
}

impl Kind {
    /// The kind whose attribute has this path, however it is imported.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let last = &path.segments.last()?.ident;
        [Self::Tool, Self::Resource, Self::Prompt]
            .into_iter()
            .find(|kind| last == kind.word())
    }

    fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
        }
    }

    /// The attribute as one would write it.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Self::Tool => "#[tool]",
            Self::Resource => "#[resource(\"...\")]",
            Self::Prompt => "#[prompt]",
        }
    }

    /// The trait of mcp-core's that the type beside a function implements.
    pub(crate) fn offered(self) -> Ident {
        ident(match self {
            Self::Tool => "Tool",
            Self::Resource => "Resource",
            Self::Prompt => "Prompt",
        })
    }

    /// The constant of that trait which tells functions apart.
    pub(crate) fn identity(self) -> Ident {
        ident(match self {
            Self::Tool | Self::Prompt => "NAME",
            Self::Resource => "URI",
        })
    }

    /// The type of a list of such functions.
    pub(crate) fn set(self) -> Ident {
        ident(match self {
            Self::Tool => "ToolSet",
            Self::Resource => "ResourceSet",
            Self::Prompt => "PromptSet",
        })
    }

    /// What a block's function is called that lists its methods.
    pub(crate) fn list(self) -> Ident {
        Ident::new(&format!("{self}s"), Span::call_site())
    }

    /// The last step from a return type to how its values become results.
    pub(crate) fn shape(self) -> &'static str {
        match self {
            Self::Tool => "shape",
            Self::Resource => "contents",
            Self::Prompt => "messages",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
