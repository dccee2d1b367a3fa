//! What can be wrong with a set-up, told before a client is spoken to.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::fmt;
use std::panic::Location;

use crate::definition::Definition;
use crate::described::Described;
use crate::example;
use crate::kind::Kind;
#[cfg(feature = "tower")]
use crate::layers::Layered;
use crate::listed::is_legal;
use crate::registered::Registered;
use crate::resources::{Address, overlap};
use crate::state::{Need, States};

/// What functions are held to, those that a server begins with and those that are added to it.
#[derive(Debug)]
pub(crate) struct SetUp {
    pub(crate) states: States,
    pub(crate) strict: bool,
    pub(crate) max_output: usize,
    /// What the calls of all tools go through, the innermost first.
    #[cfg(feature = "tower")]
    pub(crate) layers: Vec<Layered>,
}

impl SetUp {
    /// The functions, which are of one kind, as they are served beside those already `there`.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub(crate) fn checked<'a>(
        &self,
        mut functions: Vec<Registered>,
        there: impl Iterator<Item = &'a Definition>,
    ) -> Result<Vec<Registered>, SetupError> {
        let mut faults = faults(&functions, &self.states);
        faults.extend(taken(&functions, there));
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        unheld(&functions).for_each(|warning| eprintln!("{warning}"));
        #[cfg(feature = "tower")]
        let tools = functions
            .iter_mut()
            .filter(|one| one.definition.kind == Kind::Tool);
        #[cfg(feature = "tower")]
        tools.for_each(|tool| self.layers.iter().for_each(|layer| tool.put_behind(layer)));
        for Registered { definition, .. } in &mut functions {
            // What people fill in is text, of whatever it is for.
            definition.strict |= self.strict && definition.kind == Kind::Tool;
            definition.max_output.get_or_insert(self.max_output);
            if definition.strict {
                let parameters = definition.parameters.iter_mut();
                parameters.for_each(Described::hold_to_schema);
            }
        }
        Ok(functions)
    }
}

/// Names that others of the kind have already.
fn taken<'a>(
    functions: &[Registered],
    there: impl Iterator<Item = &'a Definition>,
) -> impl Iterator<Item = String> {
    let places: HashMap<_, _> = there.map(|one| (&*one.name, one.location)).collect();
    let clash = |Registered { definition, .. }: &Registered| {
        let first = places.get(&*definition.name)?;
        Some(both_called(definition, first))
    };
    functions
        .iter()
        .filter_map(clash)
        .collect::<Vec<_>>()
        .into_iter()
}

fn both_called(one: &Definition, first: &Location<'_>) -> String {
    let Definition {
        kind,
        name,
        location,
        ..
    } = one;
    format!(
        "the {kind}s at {first} and {location} are both called `{name}`; rename one with `#[{kind}(name = \"...\")]`"
    )
}

/// What is wrong with functions that share these states, each fault with its place.
fn faults(functions: &[Registered], states: &States) -> Vec<String> {
    let mut faults = misnamed(functions);
    faults.extend(misplaced(functions));
    faults.extend(unmet(functions, states));
    faults.extend(unfit(functions));
    faults.extend(functions.iter().flat_map(namesakes));
    faults.extend(ill_described(functions));
    faults
}

/// Functions of one name, and names that clients refuse. Resources are told apart by their URIs.
fn misnamed(functions: &[Registered]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = HashMap::new();
    let definitions = functions.iter().map(|one| &one.definition);
    for definition in definitions.filter(|one| one.kind != Kind::Resource) {
        let (kind, name, place) = (definition.kind, &*definition.name, definition.location);
        if !is_legal(name) {
            faults.push(format!(
                "the {kind} at {place} is called `{name}`, but a {kind}'s name is 1 to 64 of `A-Z a-z 0-9 _ . -`"
            ));
        }
        if let Some(first) = seen.insert(name, place) {
            faults.push(both_called(definition, first));
        }
    }
    faults
}

/// Resources of one URI, templates that match one, and variables that nobody takes or gives.
fn misplaced(functions: &[Registered]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut earlier: Vec<(&Address, &Location<'_>)> = Vec::new();
    for definition in functions.iter().map(|one| &one.definition) {
        let (Some(address), place) = (&definition.address, definition.location) else {
            continue;
        };
        let uri = address.text();
        if let Some(fault) = address.fault() {
            faults.push(format!("the resource at {place}: `{uri}` {fault}"));
        }
        let clashes = |other: &Address| match (address.is_template(), other.is_template()) {
            (true, true) => overlap(address, other),
            (false, false) => uri == other.text(),
            _ => false,
        };
        if let Some((other, first)) = earlier.iter().find(|(other, _)| clashes(other)) {
            faults.push(format!(
                "the resources `{}` at {first} and `{uri}` at {place} match the same URI; make their URIs differ",
                other.text()
            ));
        }
        earlier.push((address, place));
        let untaken = address.variables().filter(|variable| {
            let mut parameters = definition.parameters.iter();
            !definition.is_open() && !parameters.any(|known| known.is_called(variable))
        });
        faults.extend(untaken.map(|variable| {
            format!(
                "the resource `{uri}` at {place} has no parameter for its variable `{variable}`"
            )
        }));
        let is_given = |known: &Described| {
            known
                .names()
                .any(|name| address.variables().any(|variable| variable == name))
        };
        let ungiven = definition
            .parameters
            .iter()
            .filter(|known| !is_given(known));
        faults.extend(ungiven.map(|parameter| {
            let name = &parameter.name;
            format!("the parameter `{name}` of the resource at {place}: `{uri}` has no variable `{{{name}}}`")
        }));
        if definition.lister.is_some() && !address.is_template() {
            faults.push(format!(
                "the resource `{uri}` at {place} is one, so it has nothing to `list`; only a template has"
            ));
        }
    }
    faults
}

/// The states that functions take and the server was not given.
fn unmet(functions: &[Registered], states: &States) -> Vec<String> {
    let needs = functions.iter().flat_map(|one| {
        let definition = &one.definition;
        definition.needs.iter().map(move |need| (definition, need))
    });
    let unmet = needs.filter(|(_, need)| !states.meets(need));
    let fault = |(definition, need): (&Definition, &Need)| {
        let (kind, name) = (definition.kind, &definition.name);
        let (place, state) = (definition.location, need.name);
        format!(
            "the {kind} `{name}` at {place} takes a `State<{state}>`, but the server was given none; add `.state(...)`"
        )
    };
    unmet.map(fault).collect()
}

/// Parameters that are declared as their types cannot be.
fn unfit(functions: &[Registered]) -> impl Iterator<Item = String> {
    functions.iter().flat_map(|one| {
        let Definition {
            kind,
            name,
            location,
            parameters,
            misused,
            unfit,
            ..
        } = &one.definition;
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
                format!("the parameter `{parameter}` of the {kind} `{name}` at {location}: {fault}")
            })
    })
}

/// What else is said of functions and cannot be.
fn ill_described(functions: &[Registered]) -> impl Iterator<Item = String> {
    functions.iter().flat_map(|one| {
        let Definition {
            kind,
            name,
            location,
            ..
        } = &one.definition;
        let examples = example::faults(&one.definition, &one.start);
        let faults = one.definition.faults().into_iter().chain(examples);
        faults.map(move |fault| format!("the {kind} `{name}` at {location}: {fault}"))
    })
}

/// Arguments of one name, of which the second would never be sent.
fn namesakes(function: &Registered) -> Vec<String> {
    let Definition {
        kind,
        name,
        location,
        parameters,
        ..
    } = &function.definition;
    let mut seen = HashSet::new();
    let names = parameters.iter().flat_map(Described::names);
    names
        .filter(|argument| !seen.insert(*argument))
        .map(|argument| {
            format!("two arguments of the {kind} `{name}` at {location} are called `{argument}`; rename one")
        })
        .collect()
}

/// Promises in the schemas of types that nobody keeps.
fn unheld(functions: &[Registered]) -> impl Iterator<Item = String> {
    functions.iter().flat_map(|one| {
        let Definition {
            kind,
            name,
            location,
            parameters,
            ..
        } = &one.definition;
        parameters.iter().flat_map(move |parameter| {
            let patterns = parameter.held.iter().flat_map(|held| &held.unheld);
            let unheld = patterns.chain(&parameter.unheld);
            unheld.map(move |unheld| {
                let parameter = &parameter.name;
                format!("warning: the argument `{parameter}` of the {kind} `{name}` at {location}: {unheld}")
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
