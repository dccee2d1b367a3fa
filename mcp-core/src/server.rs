//! A server: who it is and what it offers. Immutable, and shared by its sessions.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value, json};

use crate::ask::Kept;
use crate::builder::ServerBuilder;
use crate::definition::Definition;
use crate::error::ErrorObject;
use crate::icon::Icon;
use crate::near::nearest;
use crate::output_schema::Output;
use crate::response::COMPLETE;
use crate::setup::SetUp;
use crate::state::States;
use crate::subject::Subject;
use crate::tool::{Registered, Start};
use crate::tool_list::Live;
use crate::version::{ProtocolVersion, Rules, Title};

/// A server whose set-up has been checked. Cloning it is cheap and gives the same server.
///
/// Its tools may [change](Self::tool_list) while it is served.
///
/// ```
/// use mcp_core::Server;
///
/// let server = Server::builder("clock", "1.2.0").build()?;
/// assert_eq!(server.name(), "clock");
/// # Ok::<(), mcp_core::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Server(pub(crate) Arc<Inner>, Arc<Offer>);

/// What does not change.
#[derive(Debug)]
pub(crate) struct Inner {
    identity: Identity,
    pub(crate) rules: SetUp,
    pub(crate) live: Live,
    page_size: usize,
    faults_are_errors: bool,
    asking: Kept,
    /// What labels a result where results are labelled, written once.
    label: Vec<u8>,
}

/// The tools that are listed at a time. A call keeps those that it was made under.
#[derive(Debug)]
pub(crate) struct Offer {
    /// Counts the changes that led here.
    pub(crate) edition: u64,
    tools: Vec<Arc<ServedTool>>,
    index: HashMap<Box<str>, usize>,
    /// The pages of `tools/list`, made at the first request for each version.
    lists: [OnceLock<Vec<Box<[u8]>>>; ProtocolVersion::all().len()],
}

impl Offer {
    pub(crate) fn new(edition: u64, tools: Vec<Arc<ServedTool>>) -> Self {
        let names = tools
            .iter()
            .map(|tool| tool.definition().name.as_ref().into());
        Self {
            edition,
            index: names.zip(0..).collect(),
            tools,
            lists: [const { OnceLock::new() }; ProtocolVersion::all().len()],
        }
    }
}

/// What a client is told about the server itself.
#[derive(Debug)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) instructions: Option<String>,
}

impl Identity {
    fn name(&self, rules: &Rules) -> Value {
        let mut name = json!({ "name": self.name, "version": self.version });
        if let (Some(title), Title::OnTool) = (&self.title, rules.title) {
            name["title"] = title.as_str().into();
        }
        name
    }

    fn info(&self, rules: &Rules) -> Value {
        let mut info = self.name(rules);
        if !rules.icons {
            return info;
        }
        if let Some(description) = &self.description {
            info["description"] = description.as_str().into();
        }
        if let Some(url) = &self.website_url {
            info["websiteUrl"] = url.as_str().into();
        }
        if !self.icons.is_empty() {
            info["icons"] = json!(self.icons);
        }
        info
    }

    /// The members that end a labelled result: the name alone, since there are many results.
    fn label(&self) -> Vec<u8> {
        let name = self.name(ProtocolVersion::V2026_07_28.rules());
        let meta = json!({ "io.modelcontextprotocol/serverInfo": name });
        format!(r#"{COMPLETE},"_meta":{meta}"#).into_bytes()
    }
}

/// A tool in service.
#[derive(Debug)]
pub(crate) struct ServedTool {
    /// Its own among all tools that the server ever had.
    pub(crate) number: usize,
    registered: Registered,
    wraps: OnceLock<bool>,
}

impl ServedTool {
    pub(crate) fn new(number: usize, registered: Registered) -> Self {
        Self {
            number,
            registered,
            wraps: OnceLock::new(),
        }
    }

    pub(crate) fn definition(&self) -> &Definition {
        &self.registered.definition
    }

    pub(crate) fn start(&self) -> &Start {
        &self.registered.start
    }

    /// Whether its structured content is not always an object, which some versions want wrapped.
    pub(crate) fn wraps(&self) -> bool {
        *self
            .wraps
            .get_or_init(|| Output::of(self.definition()).is_some_and(|output| !output.is_object()))
    }
}

impl Server {
    /// Starts a server with a name and a version of your choice.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    pub(crate) fn new(
        identity: Identity,
        tools: Vec<Registered>,
        page_size: usize,
        faults_are_errors: bool,
        rules: SetUp,
        asking: Kept,
    ) -> Self {
        let live = Live::of(tools);
        let offer = live.offer();
        let inner = Inner {
            label: identity.label(),
            identity,
            page_size,
            faults_are_errors,
            rules,
            live,
            asking,
        };
        Self(Arc::new(inner), offer)
    }

    /// Takes up what has changed.
    pub(crate) fn refresh(&mut self) {
        if self.0.live.edition() != self.1.edition {
            self.1 = self.0.live.offer();
        }
    }

    /// The name clients show.
    pub fn name(&self) -> &str {
        &self.0.identity.name
    }

    /// The tools' names, in the order they are listed. Of a list that changes, those that it had
    /// when this clone of the server was made.
    pub fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.1
            .tools
            .iter()
            .map(|tool| tool.definition().name.as_ref())
    }

    /// Whether a tool has a `timeout`, so that whoever runs its calls needs a clock.
    pub fn has_timeouts(&self) -> bool {
        let mut tools = self.1.tools.iter();
        tools.any(|tool| tool.definition().timeout.is_some())
    }

    pub(crate) fn has_tools(&self) -> bool {
        !self.1.tools.is_empty() || self.tools_may_change()
    }

    /// Whether there is anybody who could change the list of tools.
    pub(crate) fn tools_may_change(&self) -> bool {
        self.0.live.is_handed_out() || self.logs()
    }

    /// Whether tools may send the client a log.
    pub(crate) fn logs(&self) -> bool {
        let mut tools = self.1.tools.iter();
        tools.any(|tool| tool.definition().takes_context)
    }

    pub(crate) fn asking(&self) -> &Kept {
        &self.0.asking
    }

    pub(crate) fn states(&self) -> &States {
        &self.0.rules.states
    }

    pub(crate) fn faults_are_errors(&self) -> bool {
        self.0.faults_are_errors
    }

    /// The place of a tool among the server's.
    pub(crate) fn find(&self, name: &str) -> Result<usize, ErrorObject> {
        self.1.index.get(name).copied().ok_or_else(|| {
            let name = crate::expectation::excerpt(name);
            let hint = nearest(&name, self.tool_names())
                .map(|near| format!(", did you mean `{near}`?"))
                .unwrap_or_default();
            ErrorObject::invalid_params(format!("unknown tool `{name}`{hint}"))
        })
    }

    pub(crate) fn definition(&self, subject: Subject) -> &Definition {
        match subject {
            Subject::Tool(place) => self.tool(place).definition(),
        }
    }

    pub(crate) fn tool(&self, place: usize) -> &ServedTool {
        &self.1.tools[place]
    }

    /// What ends every result object under `rules`, before its last brace.
    pub(crate) fn label(&self, rules: &Rules) -> &[u8] {
        if rules.labelled_results {
            &self.0.label
        } else {
            b""
        }
    }

    /// The result of `initialize`.
    pub(crate) fn initialized(&self, version: ProtocolVersion) -> Value {
        let mut result = json!({
            "protocolVersion": version.date(),
            "capabilities": self.capabilities(),
            "serverInfo": self.0.identity.info(version.rules()),
        });
        if let Some(instructions) = &self.0.identity.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        result
    }

    /// The result of `server/discover`.
    pub(crate) fn discovered(&self, version: ProtocolVersion) -> Value {
        let supported: Vec<_> = ProtocolVersion::supported().collect();
        let mut result = json!({
            "supportedVersions": supported,
            "capabilities": self.capabilities(),
            "ttlMs": TTL_MS,
            "cacheScope": CACHE_SCOPE,
        });
        if let Some(instructions) = &self.0.identity.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        let info = self.0.identity.info(version.rules());
        result["resultType"] = "complete".into();
        result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": info });
        result
    }

    /// Only what there is: a method of an undeclared capability is no method.
    fn capabilities(&self) -> Map<String, Value> {
        let changing = |may: bool| match may {
            true => json!({ "listChanged": true }),
            false => json!({}),
        };
        let all = [
            ("logging", self.logs(), json!({})),
            ("tools", self.has_tools(), changing(self.tools_may_change())),
        ];
        all.into_iter()
            .filter(|(_, has, _)| *has)
            .map(|(name, _, settings)| (name.to_owned(), settings))
            .collect()
    }

    /// One page of `tools/list` as the members of its result, without the opening brace's
    /// counterpart. `None` for a cursor that was never given out.
    pub(crate) fn page(&self, version: ProtocolVersion, cursor: Option<&str>) -> Option<&[u8]> {
        let pages = self.1.lists[version as usize].get_or_init(|| self.pages(version.rules()));
        let number = match cursor {
            None => 0,
            // Page 0 has no cursor, and `+1` or `01` is not what was given out.
            Some(cursor) => (1..pages.len()).find(|page| page.to_string() == cursor)?,
        };
        pages.get(number).map(AsRef::as_ref)
    }

    fn pages(&self, rules: &Rules) -> Vec<Box<[u8]>> {
        let tools = &self.1.tools;
        let pages = tools.chunks(self.0.page_size.min(tools.len()).max(1));
        let count = pages.len();
        let page = |(number, tools): (usize, &[Arc<ServedTool>])| {
            let tools = tools
                .iter()
                .map(|tool| tool.definition().listed(rules).into())
                .collect();
            let mut page = Map::new();
            page.insert("tools".to_owned(), Value::Array(tools));
            if number + 1 < count {
                page.insert("nextCursor".to_owned(), (number + 1).to_string().into());
            }
            if rules.cache_hints {
                page.insert("ttlMs".to_owned(), TTL_MS.into());
                page.insert("cacheScope".to_owned(), CACHE_SCOPE.into());
            }
            Value::Object(page).to_string().into_bytes().into()
        };
        pages.enumerate().map(page).collect()
    }
}

/// How long a client may keep a list, in milliseconds: it has to ask each time.
const TTL_MS: u64 = 0;

/// Who may be given a kept list: nobody else.
const CACHE_SCOPE: &str = "private";
