//! Rounds of a call in the stateless era: what it wants to know, and what was answered before.
//!
//! Source: MCP 2026-07-28, "Basic / Patterns / Multi Round-Trip Requests".

use std::collections::BTreeMap;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::seal::{LIFETIME, Seal, hex, now};
use super::{PATIENCE, Question};
use crate::error::ErrorObject;
use crate::message::{Request, text};
use crate::ongoing::Ongoing;
use crate::raw::Raw;
#[cfg(feature = "tasks")]
use crate::tasks::Tasks;

/// What a server keeps for asking: its key, and how long answers may take.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) seal: Seal,
    pub(crate) lifetime: Duration,
    pub(crate) patience: Duration,
    #[cfg(feature = "tasks")]
    pub(crate) tasks: Tasks,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            seal: Seal::default(),
            lifetime: LIFETIME,
            patience: PATIENCE,
            #[cfg(feature = "tasks")]
            tasks: Tasks::default(),
        }
    }
}

/// One run of a call, between two answers of the client.
#[derive(Debug, Default)]
pub(crate) struct Round {
    /// What the call is about: answers to another are not taken.
    about: About,
    answers: BTreeMap<String, Answered>,
    asked: Vec<Open>,
    /// How many questions have been asked in this run.
    count: usize,
    /// Those that have been asked in this run, by their keys.
    known: BTreeMap<String, Known>,
    /// Who waits for answers.
    wakers: Vec<Waker>,
}

/// A question that the client is to answer.
#[derive(Debug)]
struct Open {
    key: String,
    question: Question,
    #[cfg(feature = "tasks")]
    fits: Fits,
}

/// Why an answer is none to a question, if it is none.
pub(crate) type Fits = fn(&RawValue) -> serde_json::Result<()>;

/// What a key stands for.
#[derive(Debug)]
struct Known {
    /// The question's digest.
    question: String,
    /// Whether nobody waits for its answer any more, and there is none.
    is_given_up: bool,
}

/// What a client answers, by the keys of the questions.
type Responses = BTreeMap<String, Box<RawValue>>;

#[derive(Debug, Default)]
struct About {
    method: String,
    name: String,
    arguments: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Answered {
    /// The question's digest; none for an answer to what this server does not remember.
    to: Option<String>,
    with: Box<RawValue>,
}

/// What the client keeps from one round to the next.
#[derive(Debug, Deserialize, Serialize)]
struct State {
    /// The digest of what the call is about.
    of: String,
    /// The second of its end, since 1970.
    until: u64,
    /// What has been answered so far.
    answers: BTreeMap<String, Answered>,
    /// The digests of the questions that are open, by their keys.
    asked: BTreeMap<String, String>,
}

impl Round {
    /// The round that a request begins: the first, or one with answers.
    ///
    /// # Errors
    /// -32602 if the request has a state that is not ours, not of this call, or too old.
    pub(crate) fn of(request: &Request<'_>, name: &str, kept: &Kept) -> Result<Self, ErrorObject> {
        let params = &request.params;
        let mut round = Self {
            about: About {
                method: request.method.to_string(),
                name: name.to_owned(),
                arguments: params.arguments.map_or("", Raw::get).to_owned(),
            },
            ..Self::default()
        };
        let mut responses = match params.input_responses {
            None => Responses::new(),
            Some(responses) => read_responses(responses)?,
        };
        let Some(state) = params.request_state else {
            // Without our state there is nothing that an answer could be to.
            let answer = |(key, with)| (key, Answered { to: None, with });
            round.answers = responses.into_iter().map(answer).collect();
            return Ok(round);
        };
        let state = text(state).ok_or_else(|| refused("is no string"))?;
        let state = kept
            .seal
            .open(&state)
            .ok_or_else(|| refused("is not one that this server gave, or was changed"))?;
        let state: State =
            serde_json::from_str(state).map_err(|_| refused("is not one that this server gave"))?;
        if state.of != round.about.digest() {
            return Err(refused(
                "belongs to another call; send it with the parameters it was given for",
            ));
        }
        if state.until <= now() {
            return Err(refused("is too old; make the call again without it"));
        }
        round.answers = state.answers;
        for (key, digest) in state.asked {
            if let Some(with) = responses.remove(&key) {
                let to = Some(digest);
                round.answers.insert(key, Answered { to, with });
            }
        }
        Ok(round)
    }

    /// The key of the next question. None stands for two: a name that is in use is numbered.
    fn key(&mut self, question: &Question) -> String {
        self.count += 1;
        let name = match &question.key {
            Some(key) => key.clone().into_owned(),
            None => self.count.to_string(),
        };
        let known = Known {
            question: question.digest(),
            is_given_up: false,
        };
        let may_be = |key: &String| match self.known.get(key) {
            Some(other) => other.is_given_up && other.question == known.question,
            None => true,
        };
        let mut numbered = (2..).map(|number: u64| format!("{name}.{number}"));
        let key = match may_be(&name) {
            true => name,
            false => numbered.find(may_be).unwrap_or_default(),
        };
        self.known.insert(key.clone(), known);
        key
    }

    /// What was answered to a question.
    fn answer(&self, key: &str, question: &Question) -> Option<Box<RawValue>> {
        let answered = self.answers.get(key)?;
        let to = answered.to.as_ref();
        let fits = to.is_none_or(|to| *to == question.digest());
        fits.then(|| answered.with.clone())
    }

    /// Keeps a question for the client. `false` if it is kept already.
    fn ask(&mut self, one: &Answering<'_>) -> bool {
        let is_new = self.asked.iter().all(|open| open.key != one.key);
        if is_new {
            self.asked.push(Open {
                key: one.key.clone(),
                question: one.question.clone(),
                #[cfg(feature = "tasks")]
                fits: one.fits,
            });
        }
        is_new
    }

    /// The members of the result that ends the round, if it has asked something.
    fn end(&mut self, kept: &Kept) -> Option<Map<String, Value>> {
        if self.asked.is_empty() {
            return None;
        }
        let asked = std::mem::take(&mut self.asked);
        let state = State {
            of: self.about.digest(),
            until: now().saturating_add(kept.lifetime.as_secs()),
            answers: std::mem::take(&mut self.answers),
            asked: asked
                .iter()
                .map(|open| (open.key.clone(), open.question.digest()))
                .collect(),
        };
        let state = serde_json::to_string(&state).expect("strings and JSON");
        let mut result = Map::new();
        result.insert("resultType".to_owned(), "input_required".into());
        result.insert("inputRequests".to_owned(), requests(&asked).into());
        result.insert("requestState".to_owned(), kept.seal.close(&state).into());
        Some(result)
    }
}

/// What is asked, as the client reads it.
fn requests(asked: &[Open]) -> Map<String, Value> {
    let request = |open: &Open| {
        let Question { method, params, .. } = &open.question;
        (
            open.key.clone(),
            json!({ "method": method, "params": params }),
        )
    };
    asked.iter().map(request).collect()
}

pub(crate) fn read_responses(responses: Raw<'_>) -> Result<Responses, ErrorObject> {
    serde_json::from_str(responses.get())
        .map_err(|_| ErrorObject::invalid_params("`inputResponses` must be an object"))
}

impl About {
    fn digest(&self) -> String {
        // Without arguments a client may send none, or an empty object.
        let arguments: Map<String, Value> =
            serde_json::from_str(&self.arguments).unwrap_or_default();
        digest(&json!([self.method, self.name, arguments]))
    }
}

impl Question {
    fn digest(&self) -> String {
        digest(&json!([self.method, self.params]))
    }
}

impl Ongoing {
    /// What is answered to a question. If nothing was in an earlier round, the call is ended with
    /// it; only a task goes on when the answer comes.
    pub(crate) fn answer(&self, question: Question, fits: Fits) -> Answering<'_> {
        let key = self.round().key(&question);
        Answering {
            ongoing: self,
            key,
            question,
            fits,
        }
    }

    /// The result that ends the call for now, if it waits for answers.
    pub(crate) fn end_of_round(&self, kept: &Kept) -> Option<Map<String, Value>> {
        #[cfg(feature = "tasks")]
        if self.flight.is_detached() {
            return None;
        }
        self.round().end(kept)
    }

    /// What a task waits for its client to answer.
    #[cfg(feature = "tasks")]
    pub(crate) fn open_requests(&self) -> Map<String, Value> {
        requests(&self.round().asked)
    }

    /// Takes the answers to what is asked. Others are passed over.
    ///
    /// # Errors
    /// -32602 if one is no answer to its question. None is taken then.
    #[cfg(feature = "tasks")]
    pub(crate) fn respond(&self, mut responses: Responses) -> Result<(), ErrorObject> {
        let mut round = self.round();
        for Open {
            key,
            question,
            fits,
        } in &round.asked
        {
            let fault = responses.get(key).and_then(|with| fits(with).err());
            if let Some(why) = fault {
                let method = question.method;
                let message = format!("the answer `{key}` to `{method}` is none: {why}");
                return Err(ErrorObject::invalid_params(message));
            }
        }
        let Round { answers, asked, .. } = &mut *round;
        asked.retain(|Open { key, question, .. }| match responses.remove(key) {
            Some(with) => {
                let to = Some(question.digest());
                answers.insert(key.clone(), Answered { to, with });
                false
            }
            None => true,
        });
        let wakers = std::mem::take(&mut round.wakers);
        drop(round);
        wakers.into_iter().for_each(Waker::wake);
        Ok(())
    }
}

/// A question that waits for its answer. Dropped, it is not asked any more.
pub(crate) struct Answering<'a> {
    ongoing: &'a Ongoing,
    key: String,
    question: Question,
    #[cfg_attr(
        not(feature = "tasks"),
        expect(dead_code, reason = "only tasks are answered")
    )]
    fits: Fits,
}

impl Future for Answering<'_> {
    type Output = Box<RawValue>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut round = self.ongoing.round();
        if let Some(answer) = round.answer(&self.key, &self.question) {
            return Poll::Ready(answer);
        }
        let is_new = round.ask(&self);
        if !round.wakers.iter().any(|one| one.will_wake(cx.waker())) {
            round.wakers.push(cx.waker().clone());
        }
        drop(round);
        if is_new {
            // It may be asked by another task than the one that polls the call.
            self.ongoing.flight.wake();
        }
        Poll::Pending
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        let mut round = self.ongoing.round();
        round.asked.retain(|open| open.key != self.key);
        if round.answer(&self.key, &self.question).is_none()
            && let Some(known) = round.known.get_mut(&self.key)
        {
            known.is_given_up = true;
        }
    }
}

fn refused(why: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!("`requestState` {why}"))
        .with_data(json!({ "reason": "invalid_request_state" }))
}

/// A digest of a value's meaning: the order of members and the spelling of numbers do not count.
fn digest(value: &Value) -> String {
    let mut text = String::new();
    canonical(value, &mut text);
    let hash = Hash::hash(text.as_bytes());
    hex(&hash[..16])
}

fn canonical(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let sorted: BTreeMap<_, _> = members.iter().collect();
            text.push('{');
            for (name, value) in sorted {
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                canonical(value, text);
                text.push(',');
            }
            text.push('}');
        }
        Value::Array(elements) => {
            text.push('[');
            for element in elements {
                canonical(element, text);
                text.push(',');
            }
            text.push(']');
        }
        Value::Number(number) if number.is_f64() => {
            // JavaScript writes 1.0 as 1.
            let number = number.as_f64().unwrap_or_default();
            text.push_str(&number.to_string());
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
