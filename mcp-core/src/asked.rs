//! Parameters that are asked for before the function runs.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::arguments::Arguments;
use crate::context::Context;
use crate::definition::Definition;
use crate::elicitation::Elicited;
use crate::failure::{Failed, ToolError};
use crate::form::Form;
use crate::parameter::{FromCall, Parameter};

/// A form that the user fills in before the function runs.
///
/// The parameter's doc comment is what the user reads, and `{name}` in it is the argument of that
/// name. It is no argument itself; the model does not see it. If the user declines, the function
/// does not run, and the model is told so.
///
/// Unlike [`Context::elicit`](crate::Context::elicit), it asks before anything is done, so nothing
/// is done twice, in either era.
///
/// ```
/// use mcp_core::{Asked, form, tool};
///
/// #[form]
/// struct Payment {
///     /// What the invoice is to be called.
///     reference: String,
/// }
///
/// /// Pays an invoice.
/// #[tool]
/// fn pay(
///     /// In cents.
///     amount: u32,
///     /// You are about to pay {amount} cents.
///     payment: Asked<Payment>,
/// ) -> String {
///     format!("paid {amount} for {}", payment.reference)
/// }
/// ```
pub struct Asked<T>(Arc<OnceLock<T>>);

impl<T> Asked<T> {
    /// What a user would have filled in, as a test needs it.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value.into()))
    }
}

impl<T> Deref for Asked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
            .get()
            .expect("a function runs after its form is filled in")
    }
}

impl<T: fmt::Debug> fmt::Debug for Asked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Asked").field(&self.0.get()).finish()
    }
}

/// The user's yes, without which the function does not run.
///
/// The parameter's doc comment is the question, and `{name}` in it is the argument of that name.
/// It is no argument itself; the model does not see it, and cannot give it.
///
/// ```
/// use mcp_core::{Confirmed, tool};
///
/// /// Deletes a branch.
/// #[tool]
/// fn delete(
///     branch: String,
///     /// Delete the branch {branch}?
///     _sure: Confirmed,
/// ) -> String {
///     format!("{branch} is gone")
/// }
///
/// assert_eq!(delete("old".to_owned(), Confirmed::new()), "old is gone");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Confirmed(());

impl Confirmed {
    /// The yes of a test.
    #[expect(clippy::new_without_default, reason = "nobody says yes by default")]
    pub fn new() -> Self {
        Self(())
    }
}

/// The role of what the user is asked for.
#[derive(Debug)]
pub struct OfUser;

impl<T: Form + Send + Sync + 'static> FromCall<OfUser> for Asked<T> {
    fn take(parameter: &Parameter<Self>, arguments: &mut Arguments<'_>) -> Option<Self> {
        let ctx = arguments.context()?;
        let message = question(parameter, arguments, &ctx);
        let filled = Arc::new(OnceLock::new());
        let slot = Arc::clone(&filled);
        arguments.ask_before(Box::pin(async move {
            let elicited = ctx.elicit::<T>(message).await;
            let value = elicited.and_then(Elicited::or_stop);
            let value = value.map_err(|error| not_run(error, ctx.tool()))?;
            let _ = slot.set(value);
            Ok(())
        }));
        Some(Self(filled))
    }

    fn declare(parameter: &Parameter<Self>, definition: &mut Definition) {
        declare(parameter, definition);
    }
}

impl FromCall<OfUser> for Confirmed {
    fn take(parameter: &Parameter<Self>, arguments: &mut Arguments<'_>) -> Option<Self> {
        let ctx = arguments.context()?;
        let message = question(parameter, arguments, &ctx);
        arguments.ask_before(Box::pin(async move {
            let confirmed = match ctx.confirm(message).await {
                Ok(true) => Ok(()),
                Ok(false) => Err(ToolError::new("the user did not agree")),
                Err(error) => Err(error),
            };
            confirmed.map_err(|error| not_run(error, ctx.tool()))
        }));
        Some(Self::new())
    }

    fn declare(parameter: &Parameter<Self>, definition: &mut Definition) {
        declare(parameter, definition);
    }
}

fn declare<T>(parameter: &Parameter<T>, definition: &mut Definition) {
    definition.takes_context = true;
    if !parameter.is_bare() {
        definition.misused.push(parameter.name());
    }
}

/// What the user reads.
fn question<T>(parameter: &Parameter<T>, arguments: &Arguments<'_>, ctx: &Context) -> String {
    match parameter.said() {
        Some(text) => arguments.filled_in(text),
        None => format!("Run `{}`?", ctx.tool()),
    }
}

/// The failure of a function that has not begun.
fn not_run(error: ToolError, tool: &str) -> Failed {
    match error.into_failed() {
        Failed::Result { text, data } => Failed::Result {
            text: format!("`{tool}` was not run: {text}"),
            data,
        },
        other @ (Failed::Protocol(_) | Failed::NotFound) => other,
    }
}
