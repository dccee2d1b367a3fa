//! Calls that a function's documentation shows: told in a tool's schema, and held to it.

use crate::arguments::Arguments;
use crate::definition::Definition;
use crate::kind::Kind;
use crate::panics::caught;
use crate::raw::Raw;
use crate::running::Running;
use crate::state::States;

/// Checks that the examples in a tool's documentation are calls of it. Written by `#[tool]`, as a
/// test.
///
/// # Panics
/// When one is none, with what keeps it from being one.
pub fn examples_decode(
    definition: &Definition,
    start: impl Fn(&mut Arguments<'_>) -> Option<Running>,
) {
    let faults = faults(definition, start);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What keeps examples from being calls of the tool, which is started and not run.
pub(crate) fn faults(
    definition: &Definition,
    start: impl Fn(&mut Arguments<'_>) -> Option<Running>,
) -> Vec<String> {
    if definition.examples.is_empty() {
        return Vec::new();
    }
    let name = &definition.name;
    // Models copy them, so they are exact. What people fill in is text, of whatever it is for.
    let exact = match definition.kind {
        Kind::Tool => definition.clone().strict(),
        Kind::Resource | Kind::Prompt => definition.clone(),
    };
    let states = States::default();
    let fault = |example: &&str| {
        let Some(mut arguments) = Arguments::new(Raw::new(example), &exact, &states) else {
            return Some("is no JSON object".to_owned());
        };
        let started = caught(|| drop(start(&mut arguments)));
        match (started, arguments.faults(name)) {
            (_, Some(faults)) => Some(faults),
            (None, None) => Some("makes its decoding panic".to_owned()),
            (Some(()), None) => None,
        }
    };
    let examples = definition.examples.iter();
    let faults = examples.filter_map(|example| Some((example, fault(example)?)));
    faults
        .map(|(example, fault)| format!("the example {example} in its documentation: {fault}"))
        .collect()
}
