//! Asking the client from within a call, in the way of its era.
//!
//! A client of the handshake era is sent a request, and the call waits for its answer. One of the
//! stateless era cannot be asked: the call ends with what it wants to know, and the client makes
//! it again with the answers. The function runs again from its start then, and gets at once what
//! was answered before.

mod request;
mod round;
mod seal;

use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::error::{ErrorCode, ErrorObject};
use crate::expectation::excerpt;
use crate::failure::ToolError;
use crate::version::Era;

pub(crate) use request::Requests;
use request::Unanswered;
#[cfg(feature = "tasks")]
pub(crate) use round::read_responses;
pub(crate) use round::{Kept, Round};
pub(crate) use seal::Seal;

/// How long a client of the handshake era has for an answer, unless its server says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// One thing to ask, the same in both eras.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) method: &'static str,
    pub(crate) params: Value,
    /// What the answer is found by; otherwise its place among the call's questions.
    pub(crate) key: Option<Cow<'static, str>>,
    /// The capability it takes, as a client declares it.
    pub(crate) needs: &'static [&'static str],
}

impl Context {
    /// What the client answers, read as `T`.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        question: Question,
    ) -> Result<T, ToolError> {
        self.may_ask(&question)?;
        let method = question.method;
        let ongoing = self.ongoing();
        let era = ongoing.version.rules().era;
        let answer = match era {
            Era::Handshake => {
                let answer = match ongoing.peer.request(method, &question.params) {
                    Ok(requested) => requested.await,
                    Err(gone) => Err(gone),
                };
                answer.map_err(|why| unanswered(&why))?
            }
            // The call ends here, unless it is answered already or goes on as a task.
            Era::Stateless => ongoing.answer(question, fits::<T>).await,
        };
        serde_json::from_str(answer.get()).map_err(|error| misshapen(method, &error, era))
    }

    /// Whether the client has said that it can be asked this.
    fn may_ask(&self, question: &Question) -> Result<(), ToolError> {
        let capabilities = self.client().capabilities();
        let mut of_client = Some(capabilities);
        for name in question.needs {
            of_client = of_client.and_then(|of| of.get(*name)?.as_object());
        }
        if of_client.is_some() || is_plain_form(question.needs, capabilities) {
            return Ok(());
        }
        let name = question.needs.join(".");
        Err(match self.version().rules().era {
            Era::Handshake => ToolError::new(format_args!(
                "the client cannot be asked: it does not declare the capability `{name}`"
            )),
            Era::Stateless => ToolError::protocol(missing(question.needs, &name)),
        })
    }
}

fn fits<T: DeserializeOwned>(answer: &RawValue) -> serde_json::Result<()> {
    serde_json::from_str::<T>(answer.get()).map(drop)
}

/// A client that declares elicitation and says no more can be shown forms.
fn is_plain_form(needs: &[&str], capabilities: &Map<String, Value>) -> bool {
    let elicitation = capabilities.get("elicitation").and_then(Value::as_object);
    needs == ["elicitation", "form"] && elicitation.is_some_and(Map::is_empty)
}

/// Source: MCP 2026-07-28, "Error codes".
pub(crate) fn missing(needs: &[&str], name: &str) -> ErrorObject {
    let required = needs
        .iter()
        .rev()
        .fold(json!({}), |inner, name| json!({ *name: inner }));
    let message = format!("this call needs the client capability `{name}`");
    ErrorObject::new(ErrorCode::MISSING_CLIENT_CAPABILITY, message)
        .with_data(json!({ "requiredCapabilities": required }))
}

fn unanswered(why: &Unanswered) -> ToolError {
    match why {
        Unanswered::Refused(message) => ToolError::new(format_args!(
            "the client did not answer: {}",
            excerpt(message)
        )),
        Unanswered::Late(patience) => ToolError::new(format_args!(
            "the client did not answer within {} s",
            patience.as_secs_f64()
        )),
        Unanswered::Gone => ToolError::new("the client cannot be asked: it is gone"),
    }
}

/// An answer that is not what the protocol says it is. In the stateless era it stands in a request,
/// which is refused.
pub(crate) fn misshapen(method: &str, why: &dyn Display, era: Era) -> ToolError {
    let message = format!("the client's answer to `{method}` is none: {why}");
    match era {
        Era::Handshake => ToolError::new(message),
        Era::Stateless => ToolError::protocol(ErrorObject::invalid_params(message)),
    }
}
