//! Sets of tools: lists that are written down, put together, and given to a server.

use std::borrow::Cow;

use crate::arguments::Arguments;
use crate::definition::Definition;
use crate::running::Running;
use crate::runtime_tool::RuntimeTool;
use crate::tool::{Registered, Tool};

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
        self.tools.push(Registered::of::<T>());
        self
    }

    /// Adds a method as `#[tool]` writes it.
    #[doc(hidden)]
    pub fn with_method(
        mut self,
        definition: Definition,
        start: impl Fn(&mut Arguments<'_>) -> Option<Running> + Send + Sync + 'static,
    ) -> Self {
        self.tools.push(Registered {
            definition,
            start: Box::new(start),
        });
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

    /// The tools' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.definition.name.as_ref())
    }
}

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
    ($($(#[$attribute:meta])* $tool:path),* $(,)?) => {{
        const TOOLS: &[$crate::__private::Listed] = &[
            $($(#[$attribute])* <$tool as $crate::Tool>::LISTED.at(::core::stringify!($tool))),*
        ];
        const _: () = match $crate::__private::fault(TOOLS) {
            ::core::option::Option::Some(fault) => ::core::panic!("{}", fault.read()),
            ::core::option::Option::None => {}
        };
        $crate::__private::listed(TOOLS)
    }};
}

/// An entry of [`tools!`](crate::tools).
#[derive(Debug)]
pub struct Listed {
    path: &'static str,
    name: &'static str,
    register: fn() -> Registered,
}

impl Listed {
    pub(crate) const fn new<T: Tool>() -> Self {
        Self {
            path: "",
            name: T::NAME,
            register: Registered::of::<T>,
        }
    }

    /// Sets the path that the tool was written as.
    #[must_use]
    pub const fn at(self, path: &'static str) -> Self {
        Self { path, ..self }
    }
}

/// The set of the listed tools.
pub fn listed(tools: &[Listed]) -> ToolSet {
    ToolSet {
        tools: tools.iter().map(|tool| (tool.register)()).collect(),
    }
}

/// Finds, at compile time, a name that is illegal or stands twice in one list.
pub const fn fault(tools: &[Listed]) -> Option<Message> {
    let mut i = 0;
    while i < tools.len() {
        let Listed { path, name, .. } = &tools[i];
        if !is_legal(name) {
            let message = Message::new().quote(path).text(" is called ").quote(name);
            return Some(message.text(", but a tool's name is 1 to 64 of `A-Z a-z 0-9 _ . -`"));
        }
        let mut j = 0;
        while j < i {
            let earlier = &tools[j];
            if same(earlier.path, path) {
                let message = Message::new().quote(path);
                return Some(message.text(" stands twice in this list"));
            }
            if same(earlier.name, name) {
                let message = Message::new().quote(earlier.path).text(" and ").quote(path);
                let message = message.text(" are both called ").quote(name);
                return Some(message.text("; rename one with `#[tool(name = \"...\")]`"));
            }
            j += 1;
        }
        i += 1;
    }
    None
}

/// Whether every client and model API takes this as a tool's name.
pub(crate) const fn is_legal(name: &str) -> bool {
    let name = name.as_bytes();
    let mut i = 0;
    while i < name.len() {
        if !(name[i].is_ascii_alphanumeric() || matches!(name[i], b'_' | b'.' | b'-')) {
            return false;
        }
        i += 1;
    }
    !name.is_empty() && name.len() <= 64
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len()
}

/// A message put together at compile time, where `format!` does not reach.
#[derive(Debug)]
pub struct Message {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl Message {
    const CAPACITY: usize = 512;

    const fn new() -> Self {
        Self {
            bytes: [0; Self::CAPACITY],
            length: 0,
        }
    }

    const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.length < Self::CAPACITY {
            self.bytes[self.length] = text[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn quote(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    /// What the message says.
    pub const fn read(&self) -> &str {
        let (message, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(message) {
            Ok(message) => message,
            Err(_) => "two tools have the same name, or one has an illegal name",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn listed(path: &'static str, name: &'static str) -> Listed {
        Listed {
            path,
            name,
            register: || unreachable!(),
        }
    }

    #[test]
    fn a_legal_name_is_one_that_every_client_takes() {
        for name in ["a", "git.log", "A-b_9", &"x".repeat(64)] {
            assert!(is_legal(name), "{name}");
        }
        for name in ["", "a b", "a/b", "ä", "a,b", &"x".repeat(65)] {
            assert!(!is_legal(name), "{name}");
        }
    }

    #[test]
    fn a_name_that_stands_twice_is_refused_with_both_paths() {
        let tools = [
            listed("a::run", "run"),
            listed("c", "c"),
            listed("b::run", "run"),
        ];
        let fault = fault(&tools).expect("a fault");
        let expected = "`a::run` and `b::run` are both called `run`; rename one with `#[tool(name = \"...\")]`";
        assert_eq!(fault.read(), expected);
    }

    #[test]
    fn a_tool_that_stands_twice_is_refused() {
        let fault = fault(&[listed("run", "run"), listed("run", "run")]).expect("a fault");
        assert_eq!(fault.read(), "`run` stands twice in this list");
    }

    #[test]
    fn an_illegal_name_is_refused_with_its_path() {
        let fault = fault(&[listed("bad", "a b")]).expect("a fault");
        assert!(fault.read().starts_with("`bad` is called `a b`, but"));
    }
}
