//! What can be wrong with a set-up, told before a client is spoken to.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::fmt;
use std::panic::Location;

use crate::definition::Definition;
use crate::described::Described;
use crate::example;
use crate::state::{Need, States};
use crate::tool::Registered;
use crate::tools::is_legal;

/// What tools are held to, those that a server begins with and those that are added to it.
#[derive(Debug)]
pub(crate) struct SetUp {
    pub(crate) states: States,
    pub(crate) strict: bool,
}

impl SetUp {
    /// The tools as they are served beside those already `there`.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub(crate) fn checked<'a>(
        &self,
        mut tools: Vec<Registered>,
        there: impl Iterator<Item = &'a Definition>,
    ) -> Result<Vec<Registered>, SetupError> {
        let mut faults = faults(&tools, &self.states);
        faults.extend(taken(&tools, there));
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        unheld(&tools).for_each(|warning| eprintln!("{warning}"));
        for Registered { definition, .. } in &mut tools {
            definition.strict |= self.strict;
            if definition.strict {
                let parameters = definition.parameters.iter_mut();
                parameters.for_each(Described::hold_to_schema);
            }
        }
        Ok(tools)
    }
}

/// Names that other tools have already.
fn taken<'a>(
    tools: &[Registered],
    there: impl Iterator<Item = &'a Definition>,
) -> impl Iterator<Item = String> {
    let places: HashMap<_, _> = there.map(|one| (&*one.name, one.location)).collect();
    let clash = |Registered { definition, .. }: &Registered| {
        let first = places.get(&*definition.name)?;
        Some(both_called(&definition.name, first, definition.location))
    };
    tools
        .iter()
        .filter_map(clash)
        .collect::<Vec<_>>()
        .into_iter()
}

fn both_called(name: &str, first: &Location<'_>, second: &Location<'_>) -> String {
    format!(
        "the tools at {first} and {second} are both called `{name}`; rename one with `#[tool(name = \"...\")]`"
    )
}

/// What is wrong with tools that share these states, each fault with its place.
fn faults(tools: &[Registered], states: &States) -> Vec<String> {
    let mut faults = misnamed(tools);
    faults.extend(unmet(tools, states));
    faults.extend(unfit(tools));
    faults.extend(tools.iter().flat_map(namesakes));
    faults.extend(ill_described(tools));
    faults
}

/// Tools of one name, and names that clients refuse.
fn misnamed(tools: &[Registered]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = HashMap::new();
    for definition in tools.iter().map(|tool| &tool.definition) {
        let (name, place) = (definition.name.as_ref(), definition.location);
        if !is_legal(name) {
            faults.push(format!(
                "the tool at {place} is called `{name}`, but a tool's name is 1 to 64 of `A-Z a-z 0-9 _ . -`"
            ));
        }
        if let Some(first) = seen.insert(name, place) {
            faults.push(both_called(name, first, place));
        }
    }
    faults
}

/// The states that tools take and the server was not given.
fn unmet(tools: &[Registered], states: &States) -> Vec<String> {
    let needs = tools.iter().flat_map(|tool| {
        let definition = &tool.definition;
        definition.needs.iter().map(move |need| (definition, need))
    });
    let unmet = needs.filter(|(_, need)| !states.meets(need));
    let fault = |(definition, need): (&Definition, &Need)| {
        let (tool, place, state) = (&definition.name, definition.location, need.name);
        format!(
            "the tool `{tool}` at {place} takes a `State<{state}>`, but the server was given none; add `.state(...)`"
        )
    };
    unmet.map(fault).collect()
}

/// Parameters that are declared as their types cannot be.
fn unfit(tools: &[Registered]) -> impl Iterator<Item = String> {
    tools.iter().flat_map(|tool| {
        let Definition {
            name,
            location,
            parameters,
            misused,
            unfit,
            ..
        } = &tool.definition;
        let misused = misused.iter().map(|other| {
            (
                *other,
                "`#[arg]` is for a single argument, and this is none".to_owned(),
            )
        });
        let faults = parameters
            .iter()
            .filter_map(|parameter| Some((parameter.name.as_ref(), parameter.fault()?)));
        faults
            .chain(misused)
            .chain(
                unfit
                    .iter()
                    .map(|(other, fault)| (*other, (*fault).to_owned())),
            )
            .map(move |(parameter, fault)| {
                format!("the parameter `{parameter}` of the tool `{name}` at {location}: {fault}")
            })
    })
}

/// What else is said of tools and cannot be.
fn ill_described(tools: &[Registered]) -> impl Iterator<Item = String> {
    tools.iter().flat_map(|tool| {
        let Definition { name, location, .. } = &tool.definition;
        let examples = example::faults(&tool.definition, &tool.start);
        let faults = tool.definition.faults().into_iter().chain(examples);
        faults.map(move |fault| format!("the tool `{name}` at {location}: {fault}"))
    })
}

/// Arguments of one name, of which the second would never be sent.
fn namesakes(tool: &Registered) -> Vec<String> {
    let Definition {
        name,
        location,
        parameters,
        ..
    } = &tool.definition;
    let mut seen = HashSet::new();
    let names = parameters.iter().flat_map(Described::names);
    names
        .filter(|argument| !seen.insert(*argument))
        .map(|argument| {
            format!("two arguments of the tool `{name}` at {location} are called `{argument}`; rename one")
        })
        .collect()
}

/// Promises in the schemas of types that nobody keeps.
fn unheld(tools: &[Registered]) -> impl Iterator<Item = String> {
    tools.iter().flat_map(|tool| {
        let Definition {
            name,
            location,
            parameters,
            ..
        } = &tool.definition;
        parameters.iter().flat_map(move |parameter| {
            let patterns = parameter.held.iter().flat_map(|held| &held.unheld);
            let unheld = patterns.chain(&parameter.unheld);
            unheld.map(move |unheld| {
                let parameter = &parameter.name;
                format!("warning: the argument `{parameter}` of the tool `{name}` at {location}: {unheld}")
            })
        })
    })
}

/// Why a server cannot be built: one line for each fault in its set-up.
///
/// ```
/// use mcp_core::{Server, tool, tools};
///
/// /// Runs.
/// #[tool]
/// fn run() {}
///
/// let error = Server::builder("twice", "1.0.0")
///     .tools(tools![run])
///     .tools(tools![run])
///     .build()
///     .unwrap_err();
/// assert!(error.to_string().contains("are both called `run`"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SetupError {
    pub(crate) faults: Vec<String>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.faults.join("\n"))
    }
}

/// As it is displayed, since a `main` that returns an error shows it in this form.
impl fmt::Debug for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SetupError {}

/// A server that is built already has no set-up left to fail.
impl From<Infallible> for SetupError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
