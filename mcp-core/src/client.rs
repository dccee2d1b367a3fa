//! The program at the other end, as it describes itself.

use serde_json::{Map, Value};

/// The client that made a call: its name, and what it can be asked for.
///
/// A client of the handshake era says it once, in `initialize`; one of the stateless era with each
/// request, in `_meta`, where it may leave its name out.
///
/// ```
/// use mcp_core::{Context, tool};
///
/// /// Greets whoever asks.
/// #[tool]
/// fn hello(ctx: &Context) -> String {
///     let client = ctx.client();
///     match client.name() {
///         Some(name) => format!("Hello, {name}!"),
///         None => "Hello!".to_owned(),
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Client {
    info: Value,
    capabilities: Map<String, Value>,
}

impl Client {
    /// What a client says of itself. What is of another shape is not said.
    pub(crate) fn new(info: Value, capabilities: Value) -> Self {
        let capabilities = match capabilities {
            Value::Object(capabilities) => capabilities,
            _ => Map::new(),
        };
        Self { info, capabilities }
    }

    /// The name of the program, as `claude-code`.
    pub fn name(&self) -> Option<&str> {
        self.info["name"].as_str()
    }

    /// The version of the program.
    pub fn version(&self) -> Option<&str> {
        self.info["version"].as_str()
    }

    /// The name of the program for people. Sent since revision 2025-06-18.
    pub fn title(&self) -> Option<&str> {
        self.info["title"].as_str()
    }

    /// What it can do, as it was sent: `elicitation`, `sampling`, `roots`, `experimental`,
    /// `extensions`.
    pub fn capabilities(&self) -> &Map<String, Value> {
        &self.capabilities
    }

    /// What it says of an extension, by the extension's name; `None` if it does not know it.
    pub fn extension(&self, name: &str) -> Option<&Value> {
        self.capabilities.get("extensions")?.get(name)
    }
}
