//! Putting a server together.

use std::any::type_name;
use std::iter;
use std::num::NonZeroUsize;
use std::sync::Arc;
#[cfg(feature = "ask")]
use std::time::Duration;

use crate::ask::Kept;
#[cfg(feature = "ask")]
use crate::ask::Seal;
use crate::definition::LEAST_OUTPUT;
use crate::icon::Icon;
use crate::identity::Identity;
#[cfg(feature = "tower")]
use crate::layers::{Layered, ToolLayer};
use crate::prompts::PromptSet;
use crate::resources::{IntoResources, ResourceSet};
use crate::server::{Offered, Server};
use crate::setup::{SetUp, SetupError};
use crate::state::{State, States};
#[cfg(feature = "tasks")]
use crate::tasks::TaskStore;
use crate::tools::{IntoTools, ToolSet};

/// A server being put together: identity, instructions, tools, resources, prompts.
///
/// [`server!`](crate::server) starts one with the name and version of your own crate.
///
/// ```
/// use mcp_core::{server, tool, tools};
///
/// /// Adds two integers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let server = server!()
///     .instructions("Use `add` for sums; do not add in your head.")
///     .tools(tools![add])
///     .build()?;
/// assert_eq!(server.tool_names().collect::<Vec<_>>(), ["add"]);
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[derive(Debug)]
#[must_use = "a server does nothing until it is served"]
pub struct ServerBuilder {
    identity: Identity,
    tools: ToolSet,
    resources: ResourceSet,
    prompts: PromptSet,
    page_size: usize,
    strict: bool,
    max_output: usize,
    faults_are_errors: bool,
    states: States,
    asking: Kept,
    repeated_states: Vec<&'static str>,
    #[cfg(feature = "tower")]
    layers: Vec<Layered>,
}

/// Starts a server with the name and version of the crate it stands in.
///
/// ```
/// let server = mcp_core::server!().build()?;
/// assert_eq!(server.name(), env!("CARGO_PKG_NAME"));
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[macro_export]
macro_rules! server {
    () => {
        $crate::Server::builder(
            ::core::env!("CARGO_PKG_NAME"),
            ::core::env!("CARGO_PKG_VERSION"),
        )
    };
}

impl ServerBuilder {
    pub(crate) fn new(name: String, version: String) -> Self {
        Self {
            identity: Identity {
                name,
                version,
                title: None,
                description: None,
                website_url: None,
                icons: Vec::new(),
                instructions: None,
            },
            tools: ToolSet::new(),
            resources: ResourceSet::new(),
            prompts: PromptSet::new(),
            page_size: usize::MAX,
            strict: false,
            max_output: 16 * 1024 * 1024,
            faults_are_errors: false,
            states: States::default(),
            asking: Kept::default(),
            repeated_states: Vec::new(),
            #[cfg(feature = "tower")]
            layers: Vec::new(),
        }
    }

    /// The name clients show, instead of your crate's.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.identity.name = name.into();
        self
    }

    /// The version clients show, instead of your crate's.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.identity.version = version.into();
        self
    }

    /// A display name for people. Sent since revision 2025-06-18.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity.title = Some(title.into()).filter(|title: &String| !title.trim().is_empty());
        self
    }

    /// What the server is, for people. Sent since revision 2025-11-25.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.identity.description = Some(description.into());
        self
    }

    /// Where there is more about the server. Sent since revision 2025-11-25.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.identity.website_url = Some(url.into());
        self
    }

    /// Adds a picture of the server, as an [`Icon`] or by its address. Sent since revision
    /// 2025-11-25.
    ///
    /// ```
    /// let server = mcp_core::server!()
    ///     .website_url("https://weather.example")
    ///     .icon("https://weather.example/sun.png")
    ///     .build()?;
    /// # Ok::<(), mcp_core::SetupError>(())
    /// ```
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.identity.icons.push(icon.into());
        self
    }

    /// How the tools go together, for the model. Clients may put it into the system prompt.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.identity.instructions = Some(instructions.into());
        self
    }

    /// Adds tools after those already there: a [`ToolSet`], or a
    /// [`RuntimeTool`](crate::RuntimeTool).
    pub fn tools(mut self, tools: impl IntoTools) -> Self {
        self.tools = self.tools.and(tools);
        self
    }

    /// Adds resources after those already there: a [`ResourceSet`], or a directory.
    pub fn resources(mut self, resources: impl IntoResources) -> Self {
        self.resources = self.resources.and(resources);
        self
    }

    /// Adds prompts after those already there.
    pub fn prompts(mut self, prompts: PromptSet) -> Self {
        self.prompts = self.prompts.and(prompts);
        self
    }

    /// Gives the server a state that its functions take as [`State<T>`](crate::State).
    pub fn state<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.shared_state(Arc::new(value))
    }

    /// Gives the server a state that others hold too, or one behind a trait.
    ///
    /// ```
    /// use std::fmt::Display;
    /// use std::sync::Arc;
    ///
    /// use mcp_core::{State, server, tool, tools};
    ///
    /// /// Says what there is to say.
    /// #[tool]
    /// fn say(what: State<dyn Display + Send + Sync>) -> String {
    ///     what.to_string()
    /// }
    ///
    /// let what: Arc<dyn Display + Send + Sync> = Arc::new("hello");
    /// let server = server!().shared_state(what).tools(tools![say]).build()?;
    /// # Ok::<(), mcp_core::SetupError>(())
    /// ```
    pub fn shared_state<T: Send + Sync + ?Sized + 'static>(mut self, value: Arc<T>) -> Self {
        if !self.states.insert(State::from(value)) {
            self.repeated_states.push(type_name::<T>());
        }
        self
    }

    /// Lists this many tools, resources or prompts at a time; clients ask for the next page. By default all are in one.
    pub fn page_size(mut self, entries: NonZeroUsize) -> Self {
        self.page_size = entries.get();
        self
    }

    /// Takes nothing but what the schema says.
    ///
    /// By default an argument nobody asked for is passed over, and a value is repaired when that
    /// loses nothing: `3.0` for an integer, `"5"` for a number, JSON text for a list, `null` for
    /// what may be left out, `userName` for `user_name`. A strict server refuses all of these but
    /// `3.0`, which is an integer to JSON Schema too, and says so in its schemas.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// How long the answer of a tool may be, in bytes, unless the tool has a `max_output` of its own:
    /// 16 MiB unless you say otherwise. What a model reads well is some 50 000.
    ///
    /// The bytes are those of the texts, or of the structured content as JSON, or of other content
    /// as it is sent. A text that is longer is cut, at the end of a line if there is one, and a note
    /// tells the model how much is missing and which arguments to ask for less with. Half a value is
    /// none, so structured content that is longer is replaced by an error that says so.
    ///
    /// ```
    /// use mcp_core::{server, tool, tools};
    ///
    /// /// Reads a log.
    /// #[tool(max_output = 200_000)]
    /// fn read_log(day: &str) -> std::io::Result<String> {
    ///     std::fs::read_to_string(format!("/var/log/{day}"))
    /// }
    ///
    /// let server = server!().tools(tools![read_log]).max_output(50_000).build()?;
    /// # Ok::<(), mcp_core::SetupError>(())
    /// ```
    ///
    /// It is at least 1000.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// Answers bad arguments with the JSON-RPC error -32602 instead of a result that the model
    /// can read and mend. Only for a client that needs it.
    pub fn bad_arguments_are_errors(mut self) -> Self {
        self.faults_are_errors = true;
        self
    }

    /// How long a client of the handshake era has to answer what a tool asks, a form for its user
    /// most of all: 10 minutes unless you say otherwise. Then the tool is told that it did not.
    #[cfg(feature = "ask")]
    pub fn ask_timeout(mut self, patience: Duration) -> Self {
        self.asking.patience = patience;
        self
    }

    /// How long a client of the stateless era may take until it makes a call again with answers:
    /// an hour unless you say otherwise. Seconds count. What it kept for longer is refused.
    #[cfg(feature = "ask")]
    pub fn answers_valid_for(mut self, lifetime: Duration) -> Self {
        self.asking.lifetime = lifetime;
        self
    }

    /// The key that keeps clients from changing what they keep between two rounds of a call, where
    /// another process than the one that asked may be given the answers. By default each server
    /// makes a key of its own. It has to be random, and secret.
    #[cfg(feature = "ask")]
    pub fn answers_key(mut self, key: [u8; 32]) -> Self {
        self.asking.seal = Seal::with_key(key);
        self
    }

    /// How long a [task](crate::Task) is kept from its beginning on: an hour unless you say
    /// otherwise. Milliseconds count. One that runs for longer is kept for a minute after its end.
    #[cfg(feature = "tasks")]
    pub fn task_ttl(mut self, ttl: Duration) -> Self {
        self.asking.tasks.ttl = ttl;
        self
    }

    /// Where [tasks](crate::Task) are kept, in place of [memory](crate::MemoryTasks).
    #[cfg(feature = "tasks")]
    pub fn task_store(mut self, store: impl TaskStore) -> Self {
        self.asking.tasks.store = Box::new(store);
        self
    }

    /// Puts a layer of tower around the calls of all tools, also of those that are
    /// [added](crate::ToolList::add) later. The last is the outermost.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_core::{server, tool, tools};
    /// use tower::ServiceBuilder;
    /// use tower::limit::ConcurrencyLimitLayer;
    /// use tower::timeout::TimeoutLayer;
    ///
    /// /// Sends a mail.
    /// #[tool]
    /// async fn send(to: String) {}
    ///
    /// let layers = ServiceBuilder::new()
    ///     .layer(TimeoutLayer::new(Duration::from_secs(10)))
    ///     .layer(ConcurrencyLimitLayer::new(4));
    /// let server = server!().tools(tools![send]).layer(layers).build()?;
    /// # Ok::<(), mcp_core::SetupError>(())
    /// ```
    ///
    /// A call waits until each layer is ready. Layers that go by whether the next is, as
    /// `LoadShedLayer` does, have to be in one `ServiceBuilder` with it.
    #[cfg(feature = "tower")]
    pub fn layer(mut self, layer: impl ToolLayer) -> Self {
        self.layers.push(layer.layered());
        self
    }

    /// Checks the set-up.
    ///
    /// # Errors
    /// When two tools have one name, or a name is not 1 to 64 of `A-Z a-z 0-9 _ . -`; when a tool
    /// takes a state that was not given, or one was given twice; when limits on an argument do not
    /// fit its type; when an icon's address is none, or the schema of
    /// a tool made at run time is; when two resources are at one URI, or two templates match one.
    /// All faults, each with the file and line of the functions.
    pub fn build(self) -> Result<Server, SetupError> {
        let rules = SetUp {
            states: self.states,
            strict: self.strict,
            max_output: self.max_output,
            #[cfg(feature = "tower")]
            layers: self.layers,
        };
        let mut faults = Vec::new();
        let mut checked = |functions| match rules.checked(functions, iter::empty()) {
            Ok(checked) => checked,
            Err(error) => {
                faults.extend(error.faults);
                Vec::new()
            }
        };
        let offered = Offered {
            tools: checked(self.tools.tools),
            resources: checked(self.resources.resources),
            lookouts: self.resources.lookouts,
            prompts: checked(self.prompts.prompts),
        };
        faults.extend(self.repeated_states.iter().map(|state| {
            format!(
                "the server was given two states of type `{state}`; tools could not tell them apart"
            )
        }));
        if self.max_output < LEAST_OUTPUT {
            faults.push(format!(
                "the server's `max_output` is less than {LEAST_OUTPUT} bytes"
            ));
        }
        let icons = self.identity.icons.iter().filter_map(Icon::fault);
        faults.extend(icons.map(|fault| format!("the server's {fault}")));
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        Ok(Server::new(
            self.identity,
            offered,
            self.page_size,
            self.faults_are_errors,
            rules,
            self.asking,
        ))
    }
}

impl TryFrom<ServerBuilder> for Server {
    type Error = SetupError;

    fn try_from(builder: ServerBuilder) -> Result<Self, SetupError> {
        builder.build()
    }
}
