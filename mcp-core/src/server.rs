//! A server: who it is and what it offers. Immutable, and shared by its sessions.

mod introduction;

use std::sync::Arc;

use serde_json::Value;

use crate::ask::Kept;
use crate::builder::ServerBuilder;
use crate::definition::Definition;
use crate::described::Described;
use crate::error::ErrorObject;
use crate::expectation::excerpt;
use crate::identity::Identity;
use crate::kind::Kind;
use crate::lists::{List, Pages};
use crate::lookout::{Lookout, Lookouts};
use crate::near::nearest;
use crate::offer::{Offer, ServedTool};
use crate::registered::Registered;
use crate::resources::{Address, Lister};
use crate::setup::SetUp;
use crate::state::States;
use crate::subject::Subject;
#[cfg(feature = "tasks")]
use crate::tasks::Tasks;
use crate::tool_list::Live;
use crate::version::Rules;

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
    resources: Vec<Registered>,
    lookouts: Lookouts,
    prompts: Vec<Registered>,
    completes: bool,
    page_size: usize,
    faults_are_errors: bool,
    asking: Kept,
    /// What labels a result where results are labelled, written once.
    label: Vec<u8>,
}

/// The functions of a server, by kind.
#[derive(Debug)]
pub(crate) struct Offered {
    pub(crate) tools: Vec<Registered>,
    pub(crate) resources: Vec<Registered>,
    pub(crate) lookouts: Vec<Box<dyn Lookout>>,
    pub(crate) prompts: Vec<Registered>,
}

impl Server {
    /// Starts a server with a name and a version of your choice.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ServerBuilder {
        ServerBuilder::new(name.into(), version.into())
    }

    pub(crate) fn new(
        identity: Identity,
        Offered {
            tools,
            resources,
            lookouts,
            prompts,
        }: Offered,
        page_size: usize,
        faults_are_errors: bool,
        rules: SetUp,
        asking: Kept,
    ) -> Self {
        let filled_in = resources.iter().chain(&prompts);
        let mut parameters = filled_in.flat_map(|one| &one.definition.parameters);
        let completes = parameters.any(Described::completes);
        let live = Live::of(tools);
        let offer = live.offer();
        let inner = Inner {
            label: identity.label(),
            identity,
            resources,
            lookouts: Lookouts::new(lookouts),
            prompts,
            completes,
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

    /// The resources' URIs and templates, in the order they are listed.
    pub fn resource_uris(&self) -> impl Iterator<Item = &str> {
        let resources = self.0.resources.iter();
        let addresses = resources.filter_map(|resource| resource.definition.address.as_ref());
        addresses.map(Address::text)
    }

    /// The prompts' names, in the order they are listed.
    pub fn prompt_names(&self) -> impl Iterator<Item = &str> {
        self.0.prompts.iter().map(|prompt| &*prompt.definition.name)
    }

    fn definitions(&self) -> impl Iterator<Item = &Definition> {
        let others = self.0.resources.iter().chain(&self.0.prompts);
        let tools = self.1.tools.iter().map(|tool| tool.definition());
        tools.chain(others.map(|one| &one.definition))
    }

    /// Whether a function has a `timeout`, so that whoever runs its calls needs a clock.
    pub fn has_timeouts(&self) -> bool {
        let mut definitions = self.definitions();
        definitions.any(|definition| definition.timeout.is_some())
    }

    pub(crate) fn has_tools(&self) -> bool {
        !self.1.tools.is_empty() || self.tools_may_change()
    }

    /// Whether there is anybody who could change the list of tools.
    pub(crate) fn tools_may_change(&self) -> bool {
        self.0.live.is_handed_out() || self.logs()
    }

    pub(crate) fn has_resources(&self) -> bool {
        !self.0.resources.is_empty()
    }

    /// Whether there is anybody who could say that resources have changed.
    pub(crate) fn resources_may_change(&self) -> bool {
        let live = &self.0.live;
        let is_anybody =
            live.are_resources_handed_out() || !self.0.lookouts.are_none() || self.logs();
        self.has_resources() && is_anybody
    }

    /// What notices that resources change.
    pub(crate) fn lookouts(&self) -> &Lookouts {
        &self.0.lookouts
    }

    pub(crate) fn has_prompts(&self) -> bool {
        !self.0.prompts.is_empty()
    }

    /// Whether an argument of a prompt or a variable of a template can be completed.
    pub(crate) fn completes(&self) -> bool {
        self.0.completes
    }

    /// Whether functions may send the client a log.
    pub(crate) fn logs(&self) -> bool {
        let mut definitions = self.definitions();
        definitions.any(|definition| definition.takes_context)
    }

    pub(crate) fn asking(&self) -> &Kept {
        &self.0.asking
    }

    #[cfg(feature = "tasks")]
    pub(crate) fn tasks(&self) -> &Tasks {
        &self.0.asking.tasks
    }

    /// Whether calls may go on as tasks.
    #[cfg(feature = "tasks")]
    pub(crate) fn has_tasks(&self) -> bool {
        let mut definitions = self.definitions();
        definitions.any(|definition| definition.task.is_some())
    }

    pub(crate) fn states(&self) -> &States {
        &self.0.rules.states
    }

    pub(crate) fn faults_are_errors(&self) -> bool {
        self.0.faults_are_errors
    }

    /// The place of a tool among the server's.
    pub(crate) fn find(&self, name: &str) -> Result<usize, ErrorObject> {
        let place = self.1.find(name);
        place.ok_or_else(|| unknown(Kind::Tool, name, self.tool_names()))
    }

    /// The place of a prompt among the server's.
    pub(crate) fn find_prompt(&self, name: &str) -> Result<usize, ErrorObject> {
        let place = self.prompt_names().position(|known| known == name);
        place.ok_or_else(|| unknown(Kind::Prompt, name, self.prompt_names()))
    }

    /// The place of the resource of a URI, or of the template that matches it, and the variables
    /// there.
    pub(crate) fn find_resource(&self, uri: &str) -> Option<(usize, Vec<(String, String)>)> {
        let addresses = || {
            let resources = self.0.resources.iter().zip(0..);
            resources.filter_map(|(one, place)| Some((one.definition.address.as_ref()?, place)))
        };
        let is_it = |address: &Address| !address.is_template() && address.text() == uri;
        if let Some((_, place)) = addresses().find(|(address, _)| is_it(address)) {
            return Some((place, Vec::new()));
        }
        let mut templates = addresses().filter(|(address, _)| address.is_template());
        templates.find_map(|(template, place)| Some((place, template.captured(uri)?)))
    }

    /// The definition of a URI's resource or of a template, by its text.
    pub(crate) fn resource_at(&self, text: &str) -> Option<&Definition> {
        let mut definitions = self.0.resources.iter().map(|one| &one.definition);
        definitions.find(|one| one.address.as_ref().is_some_and(|at| at.text() == text))
    }

    /// The templates whose resources are found out, and how.
    pub(crate) fn listers(&self) -> impl Iterator<Item = &Lister> {
        let resources = self.0.resources.iter();
        resources.filter_map(|one| one.definition.lister.as_ref())
    }

    /// What clients are told of what has been called, if they are.
    pub(crate) fn definition(&self, subject: &Subject) -> Option<&Definition> {
        match subject {
            Subject::Tool(place) => Some(self.tool(*place).definition()),
            Subject::Resource { place, .. } => Some(&self.resource(*place).definition),
            Subject::Prompt(place) => Some(&self.prompt(*place).definition),
            Subject::List | Subject::Completion => None,
        }
    }

    pub(crate) fn resource(&self, place: usize) -> &Registered {
        &self.0.resources[place]
    }

    pub(crate) fn prompt(&self, place: usize) -> &Registered {
        &self.0.prompts[place]
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

    pub(crate) fn made_pages(&self) -> &Pages {
        &self.1.pages
    }

    pub(crate) fn page_size(&self) -> usize {
        self.0.page_size
    }

    /// The entries of a list, apart from those that are found out when it is asked for.
    pub(crate) fn entries(&self, list: List, rules: &Rules) -> Vec<Value> {
        let resources = |is_template: bool| {
            let definitions = self.0.resources.iter().map(|one| &one.definition);
            definitions
                .filter(move |one| one.is_template() == is_template)
                .map(|one| one.listed_resource(rules).into())
        };
        match list {
            List::Tools => {
                let tools = self.1.tools.iter();
                tools
                    .map(|tool| tool.definition().listed(rules).into())
                    .collect()
            }
            List::Resources => resources(false).collect(),
            List::Templates => resources(true).collect(),
            List::Prompts => {
                let prompts = self.0.prompts.iter();
                prompts
                    .map(|prompt| prompt.definition.listed_prompt(rules).into())
                    .collect()
            }
        }
    }
}

/// What a client is told that asks for what there is not.
fn unknown<'a>(kind: Kind, name: &str, known: impl IntoIterator<Item = &'a str>) -> ErrorObject {
    let name = excerpt(name);
    let hint = nearest(&name, known)
        .map(|near| format!(", did you mean `{near}`?"))
        .unwrap_or_default();
    ErrorObject::invalid_params(format!("unknown {kind} `{name}`{hint}"))
}
