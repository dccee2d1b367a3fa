//! Asking the client's model.
//!
//! Source: MCP 2025-11-25, "Client / Sampling"; deprecated in the stateless era, which keeps it.

use std::borrow::Cow;
use std::future::IntoFuture;
use std::pin::Pin;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::ask::Question;
use crate::content::Role;
use crate::context::Context;
use crate::failure::Result;

impl Context {
    /// Has the client's model go on from a prompt. Clients ask their user first, and may use
    /// another model than you would.
    ///
    /// What is said of running again at [`elicit`](Self::elicit) holds here too.
    ///
    /// ```
    /// use mcp_core::{Context, Result, tool};
    ///
    /// /// Says what a text is about, in one sentence.
    /// #[tool]
    /// async fn summarize(ctx: &Context, text: String) -> Result<String> {
    ///     let summary = ctx.sample(text).system("Sum it up in one sentence.").max_tokens(100);
    ///     Ok(summary.await?.text())
    /// }
    /// ```
    ///
    /// # Errors
    /// When the client has no model to ask, its user declines, or it does not answer in
    /// [time](crate::ServerBuilder::ask_timeout).
    pub fn sample(&self, prompt: impl Into<String>) -> Sample<'_> {
        let sample = Sample {
            ctx: self,
            messages: Vec::new(),
            members: Map::new(),
            key: None,
        };
        sample.message(Role::User, prompt).max_tokens(1000)
    }
}

/// A conversation that the client's model is to go on with, when it is awaited. Made by
/// [`Context::sample`].
#[derive(Debug)]
#[must_use = "nothing is asked until it is awaited"]
pub struct Sample<'a> {
    ctx: &'a Context,
    messages: Vec<Value>,
    members: Map<String, Value>,
    key: Option<Cow<'static, str>>,
}

impl Sample<'_> {
    /// Adds a message to the conversation.
    pub fn message(mut self, role: Role, text: impl Into<String>) -> Self {
        let content = json!({ "type": "text", "text": text.into() });
        self.messages
            .push(json!({ "role": role, "content": content }));
        self
    }

    /// What the model is told before the conversation.
    pub fn system(self, prompt: impl Into<String>) -> Self {
        self.with("systemPrompt", prompt.into())
    }

    /// How long the answer may be, in tokens: 1000 unless you say otherwise.
    pub fn max_tokens(self, tokens: u32) -> Self {
        self.with("maxTokens", tokens)
    }

    /// How freely the model chooses its words, from 0.
    pub fn temperature(self, temperature: f64) -> Self {
        self.with("temperature", temperature)
    }

    /// Ends the answer before any of these.
    pub fn stop_at(self, sequences: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let sequences: Vec<String> = sequences.into_iter().map(Into::into).collect();
        self.with("stopSequences", sequences)
    }

    /// Sets any other member of the request, as `modelPreferences`.
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.members.insert(member.to_owned(), value.into());
        self
    }

    /// Names the question among those of its call. Otherwise it is known by its place, so that a
    /// function has to ask in the same order each time it runs.
    pub fn key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'a> IntoFuture for Sample<'a> {
    type Output = Result<Sampled>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        let mut params = Map::new();
        params.insert("messages".to_owned(), self.messages.into());
        params.extend(self.members);
        let question = Question {
            method: "sampling/createMessage",
            params: params.into(),
            key: self.key,
            needs: &["sampling"],
        };
        Box::pin(self.ctx.ask(question))
    }
}

/// What the client's model answered.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampled {
    content: Value,
    model: String,
    stop_reason: Option<String>,
}

impl Sampled {
    /// All the text of the answer.
    pub fn text(&self) -> String {
        let texts = self
            .content()
            .iter()
            .filter_map(|block| block["text"].as_str());
        texts.collect()
    }

    /// The blocks of content, as the client sent them.
    pub fn content(&self) -> &[Value] {
        match &self.content {
            Value::Array(blocks) => blocks,
            block => std::slice::from_ref(block),
        }
    }

    /// The name of the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Why the answer ends where it does, as `endTurn` or `maxTokens`.
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }
}
