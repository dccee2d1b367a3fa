//! Asking the user: forms, a yes or no, and pages to visit.
//!
//! Source: MCP 2025-11-25, "Client / Elicitation"; the stateless era keeps its payloads.

use std::borrow::Cow;
use std::future::IntoFuture;
use std::pin::Pin;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::ask::{Question, misshapen};
use crate::context::Context;
use crate::failure::{Result, ToolError};
use crate::form::{Form, blank, filled, wire};
use crate::version::Rules;

const METHOD: &str = "elicitation/create";

/// What tells a client that a page has been dealt with.
const COMPLETE: &str = "notifications/elicitation/complete";

/// What a user did with what was asked.
///
/// ```
/// use mcp_core::Elicited;
///
/// assert_eq!(Elicited::Accepted(7).or_stop().ok(), Some(7));
/// assert!(Elicited::<u8>::Declined.or_stop().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// Filled it in, or agreed.
    Accepted(T),
    /// Said no.
    Declined,
    /// Closed it without a word.
    Cancelled,
}

impl<T> Elicited<T> {
    /// What was filled in, if it was.
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(value) => Some(value),
            Self::Declined | Self::Cancelled => None,
        }
    }

    /// What was filled in, for tools that can do nothing without it.
    ///
    /// # Errors
    /// If it was not. The model reads whether the user said no.
    pub fn or_stop(self) -> Result<T> {
        match self {
            Self::Accepted(value) => Ok(value),
            Self::Declined => Err(ToolError::new("the user declined")),
            Self::Cancelled => Err(ToolError::new("the user did not answer")),
        }
    }

    fn map<U>(self, map: impl FnOnce(T) -> U) -> Elicited<U> {
        match self {
            Self::Accepted(value) => Elicited::Accepted(map(value)),
            Self::Declined => Elicited::Declined,
            Self::Cancelled => Elicited::Cancelled,
        }
    }
}

impl Context {
    /// Shows the user a form, and waits until it is filled in.
    ///
    /// A form must not ask for secrets: what is filled in passes through the client. Send the user
    /// to [a page](Self::visit) for these.
    ///
    /// In the stateless era a call ends where it asks, and the client makes it again with the
    /// answer: **the function then runs again from its start**. What was answered before is there
    /// at once, but anything else that it did, it does a second time. Ask before you act, or take
    /// an [`Asked<T>`](crate::Asked), which is asked before the function runs at all.
    ///
    /// ```
    /// use mcp_core::{Context, Result, form, tool};
    ///
    /// #[form]
    /// struct Booking {
    ///     /// How many guests there are.
    ///     #[schemars(range(min = 1, max = 12))]
    ///     guests: u8,
    ///     #[serde(default)]
    ///     vegetarian: bool,
    /// }
    ///
    /// /// Books a table.
    /// #[tool]
    /// async fn book(ctx: &Context, date: String) -> Result<String> {
    ///     let message = format!("A table for {date}");
    ///     let booking = ctx.elicit::<Booking>(message).await?.or_stop()?;
    ///     Ok(format!("{} guests on {date}", booking.guests))
    /// }
    /// ```
    ///
    /// # Errors
    /// When the client cannot show forms, does not answer in
    /// [time](crate::ServerBuilder::ask_timeout), or answers with what does not fit the form.
    pub fn elicit<T: Form>(&self, message: impl Into<String>) -> Elicit<'_, T> {
        Elicit {
            ctx: self,
            message: message.into(),
            key: None,
            wire: wire::<T>,
            filled: filled::<T>,
        }
    }

    /// Asks the user for a yes. Anything else is a no.
    ///
    /// ```
    /// use mcp_core::{Context, Result, ensure, tool};
    ///
    /// /// Deletes a branch.
    /// #[tool]
    /// async fn delete(ctx: &Context, branch: String) -> Result<()> {
    ///     let sure = ctx.confirm(format!("Delete {branch}?")).await?;
    ///     ensure!(sure, "the user wants to keep `{branch}`");
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// As those of [`elicit`](Self::elicit).
    pub async fn confirm(&self, message: impl Into<String>) -> Result<bool> {
        let params = json!({ "message": message.into(), "requestedSchema": blank() });
        let answer = self
            .elicited(params, None, &["elicitation", "form"])
            .await?;
        Ok(matches!(answer, Elicited::Accepted(_)))
    }

    /// Sends the user to a page, to sign in or to pay, and waits until they have agreed to open it.
    /// Whether they have done there what they were to do, only the page knows; tell the client with
    /// [`visited`](Self::visited) when it does.
    ///
    /// The address must hold nothing secret, and must not let in whoever opens it.
    ///
    /// # Errors
    /// As those of [`elicit`](Self::elicit); clients that show forms need not open pages.
    pub async fn visit(
        &self,
        url: impl Into<String>,
        message: impl Into<String>,
    ) -> Result<Elicited<()>> {
        let url = url.into();
        let mut params = json!({ "mode": "url", "url": url, "message": message.into() });
        if self.version().rules().elicitation_ids {
            params["elicitationId"] = self.elicitation_id(&url).into();
        }
        let answer = self.elicited(params, None, &["elicitation", "url"]).await?;
        Ok(answer.map(drop))
    }

    /// Tells the client that the user has done on a page what they were [sent](Self::visit) there
    /// for, so that it need not wait for them to say so. Clients before and after 2025-11-25 are told
    /// nothing: their revisions have no word for it.
    ///
    /// ```
    /// use mcp_core::{Context, Result, tool};
    ///
    /// async fn paid(order: u32) {}
    ///
    /// /// Has the user pay.
    /// #[tool]
    /// async fn pay(ctx: Context, order: u32) -> Result<&'static str> {
    ///     let page = format!("https://shop.example/pay/{order}");
    ///     ctx.visit(&page, "Please pay your order").await?.or_stop()?;
    ///     paid(order).await;
    ///     ctx.visited(&page);
    ///     Ok("paid")
    /// }
    /// ```
    ///
    /// Source: MCP 2025-11-25, "Client / Elicitation", section "Completion Notifications".
    pub fn visited(&self, url: &str) {
        if self.version().rules().elicitation_ids {
            let params = json!({ "elicitationId": self.elicitation_id(url) });
            let ongoing = self.ongoing();
            ongoing.during(|_| ongoing.peer.notify(COMPLETE, &params));
        }
    }

    /// What the page is called between client and server.
    fn elicitation_id(&self, url: &str) -> String {
        format!("{}-{url}", self.request_id())
    }

    async fn elicited(
        &self,
        params: Value,
        key: Option<Cow<'static, str>>,
        needs: &'static [&'static str],
    ) -> Result<Elicited<Option<Box<RawValue>>>> {
        #[derive(Deserialize)]
        struct Answer {
            action: Action,
            content: Option<Box<RawValue>>,
        }

        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Action {
            Accept,
            Decline,
            Cancel,
        }

        let question = Question {
            method: METHOD,
            params,
            key,
            needs,
        };
        let Answer { action, content } = self.ask(question).await?;
        Ok(match action {
            Action::Accept => Elicited::Accepted(content),
            Action::Decline => Elicited::Declined,
            Action::Cancel => Elicited::Cancelled,
        })
    }
}

/// A form to be shown, when it is awaited. Made by [`Context::elicit`].
#[derive(Debug)]
#[must_use = "nothing is asked until it is awaited"]
pub struct Elicit<'a, T> {
    ctx: &'a Context,
    message: String,
    key: Option<Cow<'static, str>>,
    // Not bounds, so that what is no form is told once, where it is named.
    wire: fn(&Rules) -> Result<Value>,
    filled: fn(&RawValue) -> Result<T>,
}

impl<T> Elicit<'_, T> {
    /// Names the question among those of its call. Otherwise it is known by its place, so that a
    /// function has to ask in the same order each time it runs. So it has for those that have the
    /// same name.
    pub fn key(mut self, key: impl Into<Cow<'static, str>>) -> Self {
        self.key = Some(key.into());
        self
    }
}

impl<'a, T: Send + 'a> IntoFuture for Elicit<'a, T> {
    type Output = Result<Elicited<T>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'a>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let rules = self.ctx.version().rules();
            let schema = (self.wire)(rules)?;
            let params = json!({ "message": self.message, "requestedSchema": schema });
            let needs = &["elicitation", "form"];
            match self.ctx.elicited(params, self.key, needs).await? {
                Elicited::Accepted(Some(content)) => {
                    Ok(Elicited::Accepted((self.filled)(&content)?))
                }
                Elicited::Accepted(None) => {
                    Err(misshapen(METHOD, &"there is no `content`", rules.era))
                }
                Elicited::Declined => Ok(Elicited::Declined),
                Elicited::Cancelled => Ok(Elicited::Cancelled),
            }
        })
    }
}
