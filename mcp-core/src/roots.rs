//! Asking which folders the user works in.
//!
//! Source: MCP 2025-11-25, "Client / Roots"; deprecated in the stateless era, which keeps it.

use std::borrow::Cow;
use std::future::IntoFuture;
use std::pin::Pin;

use serde::Deserialize;
use serde_json::json;

use crate::ask::Question;
use crate::context::Context;
use crate::failure::Result;

/// A folder, or a file, that the user works in.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct Root {
    /// Its address, which begins with `file://`.
    pub uri: String,
    /// Its name for people.
    pub name: Option<String>,
}

impl Context {
    /// Asks the client which folders the user works in.
    ///
    /// What is said of running again at [`elicit`](Self::elicit) holds here too.
    ///
    /// ```
    /// use mcp_core::{Context, Result, tool};
    ///
    /// /// Lists the folders that are open.
    /// #[tool]
    /// async fn folders(ctx: &Context) -> Result<Vec<String>> {
    ///     let roots = ctx.roots().await?;
    ///     Ok(roots.into_iter().map(|root| root.uri).collect())
    /// }
    /// ```
    ///
    /// # Errors
    /// When the client does not declare roots, or does not answer in
    /// [time](crate::ServerBuilder::ask_timeout).
    pub fn roots(&self) -> Roots<'_> {
        Roots {
            ctx: self,
            key: None,
        }
    }
}

/// The folders that the user works in, when it is awaited. Made by [`Context::roots`].
#[derive(Debug)]
#[must_use = "nothing is asked until it is awaited"]
pub struct Roots<'a> {
    ctx: &'a Context,
    key: Option<Cow<'static, str>>,
}

impl Roots<'_> {
    /// Names the question among those of its call. Otherwise it is known by its place, so that a
    /// function has to ask in the same order each time it runs.
    pub fn key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'a> IntoFuture for Roots<'a> {
    type Output = Result<Vec<Root>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        #[derive(Deserialize)]
        struct Answer {
            roots: Vec<Root>,
        }

        let question = Question {
            method: "roots/list",
            params: json!({}),
            key: self.key,
            needs: &["roots"],
        };
        Box::pin(async move {
            let Answer { roots } = self.ctx.ask(question).await?;
            Ok(roots)
        })
    }
}
