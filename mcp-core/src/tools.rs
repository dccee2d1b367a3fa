//! Sets of tools: lists that are written down, put together, and given to a server.

use std::borrow::Cow;

#[cfg(feature = "tower")]
use crate::layers::ToolLayer;
use crate::listed::filled;
use crate::registered::Registered;
use crate::runtime_tool::RuntimeTool;
use crate::tool::Tool;

/// Tools in the order they are listed to clients.
///
/// ```
/// use mcp_core::{ToolSet, tool, tools};
///
/// mod weather {
///     /// Tomorrow's weather.
///     #[mcp_core::tool]
///     pub fn forecast(city: String) -> String {
///         format!("{city}: sun")
///     }
///
///     pub fn tools() -> mcp_core::ToolSet {
///         mcp_core::tools![forecast]
///     }
/// }
///
/// /// The time in Greenwich.
/// #[tool]
/// fn time() -> String {
///     "noon".to_owned()
/// }
///
/// let tools = tools![time].and(weather::tools().prefix("weather_"));
/// assert_eq!(tools.names().collect::<Vec<_>>(), ["time", "weather_forecast"]);
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct ToolSet {
    pub(crate) tools: Vec<Registered>,
}

impl ToolSet {
    /// A set without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one tool by its type, as [`tools!`](crate::tools) does for each in its list.
    pub fn with<T: Tool>(mut self) -> Self {
        self.tools.push(Registered::function(T::define(), T::start));
        self
    }

    /// Adds another set's tools after these, or a tool made at run time.
    pub fn and(mut self, other: impl IntoTools) -> Self {
        self.tools.extend(other.into_tools().tools);
        self
    }

    /// Puts `prefix` before every name, as in `git_log`. Models of `OpenAI` and Anthropic take no
    /// dot in a name.
    pub fn prefix(mut self, prefix: &str) -> Self {
        for tool in &mut self.tools {
            let name = &mut tool.definition.name;
            *name = Cow::Owned(format!("{prefix}{name}"));
        }
        self
    }

    /// Puts a layer of tower around the calls of these tools, which share it: a limit is one for
    /// all of them. The last is the outermost, and those of the [server](crate::ServerBuilder::layer)
    /// come before it.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_core::{tool, tools};
    /// use tower::limit::RateLimitLayer;
    ///
    /// /// Looks it up.
    /// #[tool]
    /// fn look_up(word: String) {}
    ///
    /// /// Sends a mail.
    /// #[tool]
    /// async fn send(to: String) {}
    ///
    /// // Ten mails a minute, and words at any rate.
    /// let rate = RateLimitLayer::new(10, Duration::from_secs(60));
    /// let tools = tools![look_up].and(tools![send].layer(rate));
    /// ```
    #[cfg(feature = "tower")]
    pub fn layer(mut self, layer: impl ToolLayer) -> Self {
        let layer = layer.layered();
        self.tools
            .iter_mut()
            .for_each(|tool| tool.put_behind(&layer));
        self
    }

    /// The tools' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.definition.name.as_ref())
    }
}

filled!(ToolSet.tools);

/// What a server can be given as tools: a [`ToolSet`], or a [`RuntimeTool`] by itself.
///
/// ```
/// use mcp_core::{RuntimeTool, json, tools};
///
/// let schema = json!({ "type": "object" });
/// let nap = RuntimeTool::new("nap", "Does nothing.", schema, |_| async {});
/// assert_eq!(tools![].and(nap).names().collect::<Vec<_>>(), ["nap"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no set of tools",
    label = "tools are listed: `tools![add, sub]`",
    note = "the tools of a value are listed by its type, as in `Repo::tools(repo)`"
)]
pub trait IntoTools {
    /// The set.
    fn into_tools(self) -> ToolSet;
}

impl IntoTools for ToolSet {
    fn into_tools(self) -> ToolSet {
        self
    }
}

impl IntoTools for RuntimeTool {
    fn into_tools(self) -> ToolSet {
        std::iter::once(self).collect()
    }
}

impl FromIterator<RuntimeTool> for ToolSet {
    fn from_iter<I: IntoIterator<Item = RuntimeTool>>(tools: I) -> Self {
        Self {
            tools: tools
                .into_iter()
                .map(RuntimeTool::into_registered)
                .collect(),
        }
    }
}

/// Lists functions that carry [`#[tool]`](macro@crate::tool), by path.
///
/// The order is the order clients see. `#[cfg(…)]` may stand before an entry. Two tools of one
/// name, or a name that clients refuse, are compile errors.
///
/// ```
/// use mcp_core::{tool, tools};
///
/// mod text {
///     /// Counts characters.
///     #[mcp_core::tool]
///     pub fn count(text: String) -> usize {
///         text.chars().count()
///     }
/// }
///
/// /// Adds two integers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let tools = tools![
///     add,
///     #[cfg(not(feature = "no-text"))]
///     text::count,
/// ];
/// assert_eq!(tools.names().collect::<Vec<_>>(), ["add", "count"]);
/// ```
#[macro_export]
macro_rules! tools {
    ($($list:tt)*) => {
        $crate::__listed!(ToolSet of Tool: $($list)*)
    };
}
