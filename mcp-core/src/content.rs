//! Content blocks: the parts of an answer, each of them for a reader to read, see or hear.

use serde::Serialize;
use serde_json::{Map, Value};

#[cfg(feature = "media")]
use crate::media::{Audio, Image};
use crate::resource::{EmbeddedResource, ResourceLink};
use crate::version::Rules;

/// One block of content, and for whom it is.
///
/// What has nothing to add is returned as it is: text as a string, an `Image`, a
/// [`ResourceLink`]. Lists and tuples of content are several blocks.
///
/// ```
/// use mcp_core::{Content, ResourceLink, Role, tool};
///
/// /// Finds what there is to read about a topic.
/// #[tool]
/// fn find(topic: &str) -> Vec<Content> {
///     vec![
///         Content::text(format!("one hit for {topic}")).audience([Role::Assistant]),
///         ResourceLink::new("file:///guide.md", "guide.md").into(),
///     ]
/// }
/// ```
///
/// A revision of the protocol that lacks a kind of block gets text in its place: audio came with
/// 2025-03-26, links and `_meta` with 2025-06-18.
///
/// Source: MCP 2026-07-28, "Tools", section "Tool Result".
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Content {
    #[serde(flatten)]
    kind: Kind,
    #[serde(skip_serializing_if = "Annotations::are_none")]
    annotations: Annotations,
    #[serde(rename = "_meta", skip_serializing_if = "Map::is_empty")]
    meta: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Kind {
    Text {
        text: String,
    },
    #[cfg(feature = "media")]
    Image(Image),
    #[cfg(feature = "media")]
    Audio(Audio),
    ResourceLink(Box<ResourceLink>),
    Resource {
        resource: EmbeddedResource,
    },
}

/// Whom a client shows a block to, and how much it matters.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Annotations {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) audience: Vec<Role>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_modified: Option<String>,
}

impl Annotations {
    pub(crate) fn are_none(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn set_priority(&mut self, priority: f64) {
        let is_number = !priority.is_nan();
        self.priority = is_number.then(|| priority.clamp(0.0, 1.0));
    }

    /// The annotations as the revision has them.
    pub(crate) fn under(&self, rules: &Rules) -> Self {
        let last_modified = self.last_modified.clone().filter(|_| rules.meta);
        Self {
            last_modified,
            ..self.clone()
        }
    }
}

/// The methods by which something is annotated.
macro_rules! annotated {
    ($type:ident) => {
        impl $type {
            /// Says for whom it is. Without it, it is for both.
            #[must_use]
            pub fn audience(mut self, audience: impl IntoIterator<Item = $crate::Role>) -> Self {
                self.annotations.audience = audience.into_iter().collect();
                self
            }

            /// Says how much it matters, from 0, not at all, to 1, indispensable. What is beyond
            /// either end counts as that end.
            #[must_use]
            pub fn priority(mut self, priority: f64) -> Self {
                self.annotations.set_priority(priority);
                self
            }

            /// Says when it, or what it shows, was last changed: a date and time of ISO 8601, as
            /// in `2025-01-12T15:00:58Z`.
            #[must_use]
            pub fn last_modified(mut self, at: impl Into<String>) -> Self {
                self.annotations.last_modified = Some(at.into());
                self
            }
        }
    };
}

pub(crate) use annotated;

annotated!(Content);

/// Who takes part in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Content {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of(Kind::Text { text: text.into() })
    }

    fn of(kind: Kind) -> Self {
        Self {
            kind,
            annotations: Annotations::default(),
            meta: Map::new(),
        }
    }

    /// Adds a member to the block's `_meta`, for clients that know it.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The text of a block of text.
    pub(crate) fn text_mut(&mut self) -> Option<&mut String> {
        match &mut self.kind {
            Kind::Text { text } => Some(text),
            _ => None,
        }
    }

    /// The block as the revision has it.
    pub(crate) fn under(mut self, rules: &Rules) -> Self {
        let text = match &mut self.kind {
            #[cfg(feature = "media")]
            Kind::Audio(audio) if !rules.audio => Some(audio.in_words()),
            Kind::ResourceLink(link) if !rules.resource_links => Some(link.in_words()),
            Kind::ResourceLink(link) => {
                link.keep_to(rules);
                None
            }
            _ => None,
        };
        if let Some(text) = text {
            self.kind = Kind::Text { text };
        }
        if !rules.meta {
            self.meta.clear();
            self.annotations = self.annotations.under(rules);
        }
        self
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<ResourceLink> for Content {
    fn from(mut link: ResourceLink) -> Self {
        // They have the same place in both.
        let annotations = std::mem::take(&mut link.annotations);
        let meta = std::mem::take(&mut link.meta);
        Self {
            annotations,
            meta,
            ..Self::of(Kind::ResourceLink(Box::new(link)))
        }
    }
}

impl From<EmbeddedResource> for Content {
    fn from(resource: EmbeddedResource) -> Self {
        Self::of(Kind::Resource { resource })
    }
}

#[cfg(feature = "media")]
impl From<Image> for Content {
    fn from(image: Image) -> Self {
        Self::of(Kind::Image(image))
    }
}

#[cfg(feature = "media")]
impl From<Audio> for Content {
    fn from(audio: Audio) -> Self {
        Self::of(Kind::Audio(audio))
    }
}
