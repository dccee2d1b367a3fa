//! Completion of what a person types for an argument of a prompt or a variable of a template.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::running::Running;
use crate::server::Server;
use crate::state::State;

/// How many values a client is sent at most.
const MAX_VALUES: usize = 100;

/// What a person has typed for an argument that is to be completed.
///
/// A function that takes it and returns values goes on the parameter. The values are those there
/// are; what has been typed is looked for in them.
///
/// ```
/// use mcp_core::{Completing, prompt};
///
/// fn cities(asked: Completing) -> Vec<&'static str> {
///     match asked.argument("country") {
///         Some("France") => vec!["Lyon", "Paris"],
///         _ => vec!["Lima", "Lyon", "Oslo", "Paris"],
///     }
/// }
///
/// /// Plans a journey.
/// #[prompt]
/// fn journey(country: String, #[arg(complete = cities)] city: String) -> String {
///     format!("Plan a journey to {city} in {country}.")
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Completing {
    pub(crate) server: Server,
    pub(crate) value: String,
    pub(crate) arguments: HashMap<String, String>,
}

impl Completing {
    /// What has been typed so far.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// What another argument is, if it has been given already. Clients tell since revision
    /// 2025-06-18.
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.get(name).map(String::as_str)
    }

    /// A state that the server was given; `None` if it was not.
    pub fn state<T: ?Sized + 'static>(&self) -> Option<State<T>> {
        self.server.states().get()
    }

    /// What `complete` makes of it.
    #[doc(hidden)]
    pub fn by<How, C: Completed<How> + 'static>(self, complete: impl FnOnce(Self) -> C) -> Running {
        let typed = self.value.clone();
        let completed = complete(self);
        Running::completing(async move { completed.completion(&typed).await })
    }
}

/// How an argument is completed.
#[derive(Clone)]
pub(crate) struct Complete(Arc<dyn Fn(Completing) -> Running + Send + Sync>);

impl Complete {
    pub(crate) fn by(complete: impl Fn(Completing) -> Running + Send + Sync + 'static) -> Self {
        Self(Arc::new(complete))
    }

    pub(crate) fn start(&self, asked: Completing) -> Running {
        (self.0)(asked)
    }
}

impl fmt::Debug for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Complete")
    }
}

/// Values for an argument, the best first.
///
/// A list of strings is looked through for what has been typed. This says that it has been done:
/// the values are sent as they are.
///
/// ```
/// use mcp_core::{Completing, Completion};
///
/// fn symbols(asked: Completing) -> Completion {
///     match asked.value() {
///         "aple" => Completion::new(["AAPL"]),
///         _ => Completion::new(["AAPL", "MSFT"]).of(9_000),
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
pub struct Completion {
    values: Vec<String>,
    total: usize,
    has_more: bool,
}

impl Completion {
    /// These values.
    pub fn new(values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        let total = values.len();
        Self::default().filled(values, total)
    }

    /// Says how many there are in all.
    pub fn of(self, total: usize) -> Self {
        let total = total.max(self.total);
        let values = self.values;
        Self::default().filled(values, total)
    }

    fn filled(mut self, mut values: Vec<String>, total: usize) -> Self {
        values.truncate(MAX_VALUES);
        self.has_more = total > values.len();
        self.total = total;
        self.values = values;
        self
    }

    /// Those of the values that `typed` is found in: the ones that begin with it come first, then
    /// those of which a word does.
    pub(crate) fn found<V: Into<String>>(values: impl IntoIterator<Item = V>, typed: &str) -> Self {
        let typed = typed.to_lowercase();
        let mut ranked: Vec<(usize, String)> = values
            .into_iter()
            .map(Into::into)
            .filter_map(|value| Some((rank(&value.to_lowercase(), &typed)?, value)))
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        Self::new(ranked.into_iter().map(|(_, value)| value))
    }
}

/// How well a value goes with what has been typed, 0 being best.
fn rank(value: &str, typed: &str) -> Option<usize> {
    let place = value.find(typed)?;
    let begins_word = || {
        let mut places = value.match_indices(typed);
        places.any(|(place, _)| !value[..place].ends_with(char::is_alphanumeric))
    };
    Some(match place {
        0 if value.len() == typed.len() => 0,
        0 => 1,
        _ if begins_word() => 2,
        _ => 3,
    })
}

/// What a function returns that completes an argument: values, a [`Completion`], or a future of
/// these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no completion",
    label = "expected a list of strings, a `Completion`, or a future of these"
)]
pub trait Completed<How>: Send {
    #[doc(hidden)]
    fn completion(self, typed: &str) -> impl Future<Output = Completion> + Send;
}

/// There are values.
#[derive(Debug)]
pub struct Values;

/// There is a completion.
#[derive(Debug)]
pub struct Ready;

/// There will be one.
#[derive(Debug)]
pub struct Awaited<How>(std::marker::PhantomData<How>);

impl<I: IntoIterator<Item: Into<String>> + Send> Completed<Values> for I {
    async fn completion(self, typed: &str) -> Completion {
        Completion::found(self, typed)
    }
}

impl Completed<Ready> for Completion {
    async fn completion(self, _: &str) -> Completion {
        self
    }
}

impl<How, F: Future<Output: Completed<How>> + Send> Completed<Awaited<How>> for F {
    async fn completion(self, typed: &str) -> Completion {
        self.await.completion(typed).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_ranked_by_where_the_typed_text_stands() {
        let values = ["cargo", "Rust", "dust", "go", "a go", "ago"];
        let found = Completion::found(values, "GO");
        assert_eq!(found.values, ["go", "a go", "cargo", "ago"]);
        assert_eq!((found.total, found.has_more), (4, false));
        assert_eq!(Completion::found(values, "").values, values);
    }

    #[test]
    fn at_most_a_hundred_are_sent_and_all_are_counted() {
        let all = Completion::found((0..250).map(|n| n.to_string()), "");
        assert_eq!(
            (all.values.len(), all.total, all.has_more),
            (100, 250, true)
        );
        let hundred = Completion::new((0..100).map(|n| n.to_string()));
        assert_eq!((hundred.total, hundred.has_more), (100, false));
        let some = Completion::new(["a"]).of(7);
        assert_eq!((some.total, some.has_more), (7, true));
    }
}
