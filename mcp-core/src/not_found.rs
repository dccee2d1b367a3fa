//! Resources that are not there.

use serde_json::json;

use crate::error::ErrorObject;
use crate::expectation::excerpt;
use crate::version::Rules;

/// Says that there is no resource under the URI that was asked for, in the way of the revision
/// spoken.
///
/// It is an error by itself, and one of the many that a [`ToolError`](crate::ToolError) is made of
/// by `?`. An `Option` that is `None` says the same.
///
/// ```
/// use mcp_core::{NotFound, Result, resource};
///
/// /// A line of a poem.
/// #[resource("poem://lines/{number}")]
/// fn line(number: usize) -> Result<String> {
///     let poem = std::fs::read_to_string("poem.txt")?;
///     let line = poem.lines().nth(number).ok_or(NotFound)?;
///     Ok(line.to_owned())
/// }
/// ```
///
/// Source: MCP 2026-07-28, "Resources", section "Error Handling".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotFound;

/// The error of a revision for a URI under which there is nothing.
pub(crate) fn not_found(uri: &str, rules: &Rules) -> ErrorObject {
    let message = format!("there is no resource `{}`", excerpt(uri));
    ErrorObject::new(rules.not_found, message).with_data(json!({ "uri": uri }))
}
