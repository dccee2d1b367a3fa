//! Sets of tools: lists that are written down, put together, and given to a server.

use std::borrow::Cow;

use crate::arguments::Arguments;
use crate::output::Running;
use crate::tool::{Definition, Registered, Tool};

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
/// let tools = tools![time].and(weather::tools().prefix("weather."));
/// assert_eq!(tools.names().collect::<Vec<_>>(), ["time", "weather.forecast"]);
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

    /// Adds another set's tools after these.
    pub fn and(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self
    }

    /// Puts `prefix` before every name, as in `git.log`.
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
        const _: () = $crate::__private::check_names(&[
            $($(#[$attribute])* (
                ::core::stringify!($tool),
                <$tool as $crate::Tool>::NAME,
            )),*
        ]);
        let tools = $crate::ToolSet::new();
        $($(#[$attribute])* let tools = <$tool as $crate::Tool>::add_to(tools);)*
        tools
    }};
}

/// Refuses, at compile time, names that are illegal or stand twice in one list of (path, name).
pub const fn check_names(tools: &[(&str, &str)]) {
    let mut i = 0;
    while i < tools.len() {
        if !is_legal(tools[i].1) {
            Message::new()
                .quote(tools[i].0)
                .text(" is called ")
                .quote(tools[i].1)
                .text(", but a tool's name is 1 to 64 of `A-Z a-z 0-9 _ . -`")
                .panic();
        }
        let mut j = 0;
        while j < i {
            if same(tools[i].1, tools[j].1) {
                Message::new()
                    .quote(tools[j].0)
                    .text(" and ")
                    .quote(tools[i].0)
                    .text(" are both called ")
                    .quote(tools[i].1)
                    .text("; rename one with `#[tool(name = \"...\")]`")
                    .panic();
            }
            j += 1;
        }
        i += 1;
    }
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
struct Message {
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

    const fn panic(&self) -> ! {
        let (message, _) = self.bytes.split_at(self.length);
        match std::str::from_utf8(message) {
            Ok(message) => panic!("{}", message),
            Err(_) => panic!("two tools have the same name, or one has an illegal name"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    #[should_panic(expected = "`a::run` and `b::run` are both called `run`; rename one")]
    fn a_name_that_stands_twice_is_refused_with_both_paths() {
        check_names(&[("a::run", "run"), ("c", "c"), ("b::run", "run")]);
    }

    #[test]
    #[should_panic(expected = "`bad` is called `a b`, but")]
    fn an_illegal_name_is_refused_with_its_path() {
        check_names(&[("bad", "a b")]);
    }
}
