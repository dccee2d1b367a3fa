//! What the function of a prompt returns, and how it becomes messages.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;

use crate::content::{Content, Role};
#[cfg(feature = "media")]
use crate::media::{Audio, Image};
use crate::resource::{EmbeddedResource, ResourceLink};
use crate::response::json;
use crate::version::Rules;

/// One message of a prompt: who says it, and what.
///
/// ```
/// use mcp_core::{PromptMessage, prompt};
///
/// /// A conversation about a city, begun.
/// #[prompt]
/// fn travel(city: String) -> [PromptMessage; 2] {
///     [
///         PromptMessage::user(format!("I am going to {city}.")),
///         PromptMessage::assistant("For how long?"),
///     ]
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PromptMessage {
    role: Role,
    content: Content,
}

impl PromptMessage {
    /// What the person says: a text, an image, or another [`Content`].
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: Role::User,
            content: content.into(),
        }
    }

    /// What the model has said.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
        }
    }
}

/// The messages of one prompt, written straight into the outgoing bytes.
#[derive(Debug)]
pub struct Messages<'a> {
    out: &'a mut Vec<u8>,
    rules: &'static Rules,
    is_empty: bool,
}

impl<'a> Messages<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>, rules: &'static Rules) -> Self {
        Self {
            out,
            rules,
            is_empty: true,
        }
    }

    /// Adds a message.
    ///
    /// ```
    /// use mcp_core::{IntoPrompt, Messages, PromptMessage};
    ///
    /// struct Quiz {
    ///     questions: Vec<String>,
    /// }
    ///
    /// impl IntoPrompt for Quiz {
    ///     fn into_prompt(self, messages: &mut Messages<'_>) {
    ///         for question in self.questions {
    ///             messages.add(PromptMessage::user(question));
    ///         }
    ///     }
    /// }
    /// ```
    pub fn add(&mut self, message: PromptMessage) {
        if !self.is_empty {
            self.out.push(b',');
        }
        self.is_empty = false;
        let PromptMessage { role, content } = message;
        let content = content.under(self.rules);
        json(self.out, &PromptMessage { role, content });
    }
}

/// A value that a prompt's function returns.
///
/// A string, or other content, is one message of the person's; messages are themselves, and so are
/// lists of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned by a prompt",
    label = "neither a text nor messages",
    note = "return a string, content such as `ResourceLink`, `PromptMessage`, a list of these, or a `Result`"
)]
pub trait IntoPrompt {
    /// Adds the value to a prompt's messages.
    fn into_prompt(self, messages: &mut Messages<'_>);
}

macro_rules! of_the_user {
    ($($(#[$attribute:meta])* $type:ty: $content:expr),* $(,)?) => {$(
        $(#[$attribute])*
        impl IntoPrompt for $type {
            fn into_prompt(self, messages: &mut Messages<'_>) {
                let content: fn(Self) -> Content = $content;
                messages.add(PromptMessage::user(content(self)));
            }
        }
    )*};
}

of_the_user! {
    String: Content::text,
    &str: Content::text,
    Cow<'_, str>: Content::text,
    Box<str>: Content::text,
    Arc<str>: |text| Content::text(&*text),
    Content: |content| content,
    ResourceLink: Content::from,
    EmbeddedResource: Content::from,
    #[cfg(feature = "media")] Image: Content::from,
    #[cfg(feature = "media")] Audio: Content::from,
}

impl IntoPrompt for PromptMessage {
    fn into_prompt(self, messages: &mut Messages<'_>) {
        messages.add(self);
    }
}

impl<T: IntoPrompt> IntoPrompt for Vec<T> {
    fn into_prompt(self, messages: &mut Messages<'_>) {
        for part in self {
            part.into_prompt(messages);
        }
    }
}

impl<T: IntoPrompt, const N: usize> IntoPrompt for [T; N] {
    fn into_prompt(self, messages: &mut Messages<'_>) {
        for part in self {
            part.into_prompt(messages);
        }
    }
}
