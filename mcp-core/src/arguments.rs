//! The arguments of one call: raw bytes to typed values, with every fault named at once.

#[cfg(feature = "ask")]
mod asking;
mod members;

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::args::Struct;
use crate::check::{Check, Misfit};
use crate::context::Context;
use crate::definition::Definition;
use crate::described::Described;
use crate::error::ErrorObject;
use crate::expectation::{Expectation, excerpt};
use crate::kind::Kind;
use crate::near::{nearest, same_but_for_style};
use crate::ongoing::{Caller, Ongoing};
use crate::parameter::{Argument, Parameter};
use crate::patterns::Patterns;
use crate::raw::Raw;
use crate::repair::Refusal;
use crate::running::Before;
use crate::schema::{Schemas, Side};
use crate::state::States;
#[cfg(feature = "tracing")]
use crate::trace::TARGET;

/// The arguments of one call, handed out in the order of the tool's parameters.
pub struct Arguments<'a> {
    kind: Kind,
    object: Option<Raw<'a>>,
    parameters: &'a [Described],
    states: &'a States,
    /// Who makes the call; `None` where no call is made of the arguments.
    caller: Option<&'a Caller<'a>>,
    context: Option<Context>,
    /// Why the call can have no context, which is not the tool's affair.
    refusal: Option<ErrorObject>,
    /// What the function is to wait for before it runs.
    pub(crate) before: Vec<Before>,
    given: Vec<Given<'a>>,
    next: usize,
    structs: std::slice::Iter<'a, Struct>,
    /// Calls that the tool's documentation shows.
    examples: &'a [&'static str],
    strict: bool,
    /// Arguments that have no parameter's name. A struct may know them all the same.
    others: Vec<(Cow<'a, str>, Raw<'a>)>,
    keeps_others: bool,
    /// Names of arguments that nobody asked for.
    ignored: Vec<Cow<'a, str>>,
    faults: Vec<String>,
}

/// How many arguments that nobody asked for are looked at and told of. A client has a few; a line
/// may hold a million.
const MAX_UNKNOWN: usize = 16;

/// How long an argument may be, in bytes, for all of its faults to be looked for: that takes many
/// times its size in memory.
const MAX_CHECKED_BYTES: usize = 1 << 20;

/// What a call has for one parameter.
#[derive(Clone, Debug)]
enum Given<'a> {
    Nothing,
    Value(Raw<'a>),
    /// Nothing, but there is an argument that looks like a misspelling of its name.
    Misspelt(Cow<'a, str>),
}

impl<'a> Arguments<'a> {
    /// Sorts the members of `object` by the parameters they belong to. `None` if it is no object.
    pub(crate) fn new(
        object: Option<Raw<'a>>,
        definition: &'a Definition,
        states: &'a States,
    ) -> Option<Self> {
        let parameters = definition.parameters.as_slice();
        let mut given = vec![Given::Nothing; parameters.len()];
        let mut others = Vec::new();
        // An argument given twice counts as its last.
        let sort = |name: Cow<'a, str>, value| match parameters
            .iter()
            .position(|known| known.is_called(&name))
        {
            Some(index) => given[index] = Given::Value(value),
            None => others.push((name, value)),
        };
        match object {
            Some(object) if definition.takes_all() => object.is_object().then_some(())?,
            Some(object) => object.members(sort)?,
            None => {}
        }
        let mut arguments = Self {
            kind: definition.kind,
            object,
            parameters,
            states,
            caller: None,
            context: None,
            refusal: None,
            before: Vec::new(),
            given,
            next: 0,
            structs: definition.structs.iter(),
            examples: &definition.examples,
            strict: definition.strict,
            others: Vec::new(),
            keeps_others: definition.is_open(),
            ignored: Vec::new(),
            faults: Vec::new(),
        };
        if !others.is_empty() {
            arguments.file(others);
        }
        Some(arguments)
    }

    /// The arguments of a call whose layers have let it through, and its context.
    #[cfg(feature = "tower")]
    pub(crate) fn passed_on(
        object: &'a RawValue,
        definition: &'a Definition,
        states: &'a States,
        context: Context,
    ) -> Option<Self> {
        let mut arguments = Self::new(Raw::new(object.get()), definition, states)?;
        arguments.context = Some(context);
        Some(arguments)
    }

    /// All arguments, for layers that may let them through. Their faults are told then.
    #[cfg(feature = "tower")]
    pub(crate) fn pass_on(&mut self) -> Box<RawValue> {
        self.faults.clear();
        self.ignored.clear();
        self.whole()
    }

    /// Says who makes the call.
    pub(crate) fn sent_by(&mut self, caller: &'a Caller<'a>) {
        self.caller = Some(caller);
    }

    /// The context of the call, made when it is first asked for.
    pub(crate) fn context(&mut self) -> Option<Context> {
        if self.context.is_none() {
            match Ongoing::of(self.caller?) {
                Ok(ongoing) => self.context = Some(Context::new(Arc::new(ongoing))),
                Err(error) => self.refusal = Some(error),
            }
        }
        self.context.clone()
    }

    pub(crate) fn take_refusal(&mut self) -> Option<ErrorObject> {
        self.refusal.take()
    }

    /// What the call and its contexts share, if there are any.
    pub(crate) fn ongoing(&self) -> Option<Arc<Ongoing>> {
        self.context
            .as_ref()
            .map(|context| Arc::clone(context.ongoing()))
    }

    /// Takes the next parameter's value. After a fault it is `None`, and the call will not run.
    pub fn take<T>(&mut self, parameter: &Parameter<T>) -> Option<T> {
        (parameter.take)(parameter, self)
    }

    /// All arguments, as they were sent.
    pub(crate) fn whole(&self) -> Box<RawValue> {
        let empty = Raw::new("{}").expect("JSON");
        self.object.unwrap_or(empty).boxed()
    }

    pub(crate) fn states(&self) -> &'a States {
        self.states
    }

    /// Decodes the next argument.
    pub(crate) fn argument<T: Argument>(&mut self, parameter: &Parameter<T>) -> Option<T> {
        let index = self.next;
        self.next += 1;
        match self.given[index] {
            Given::Value(value)
                if self.strict && value.get() == "null" && self.refuses(index, "null") =>
            {
                self.refuse(index, "null", Some(&Refusal::of("null")))
            }
            Given::Value(sent) => match parameter.decode(sent.get(), !self.strict) {
                Ok(value) if self.parameters[index].held.is_none() => Some(value),
                Ok(value) => self.is_held(index, sent.get()).then_some(value),
                Err(refusal) => self.refuse(index, sent.get(), Some(&refusal)),
            },
            Given::Nothing => parameter.absent().or_else(|| self.miss(index)),
            Given::Misspelt(_) => self.miss(index),
        }
    }

    /// Logs which arguments nobody asked for.
    #[cfg(feature = "tracing")]
    pub(crate) fn tell_ignored(&self, tool: &str) {
        if !self.ignored.is_empty() {
            let ignored = &self.ignored;
            tracing::debug!(target: TARGET, tool, ?ignored, "arguments that were not asked for");
        }
    }

    #[cfg(not(feature = "tracing"))]
    pub(crate) fn tell_ignored(&self, _: &str) {}

    /// All faults found, as a text for the model; `None` if there are none.
    pub(crate) fn faults(&self, name: &str) -> Option<String> {
        if self.faults.is_empty() {
            return None;
        }
        let (not_done, what) = match self.kind {
            Kind::Tool => ("run", "arguments"),
            Kind::Resource => ("read", "variables"),
            Kind::Prompt => ("made", "arguments"),
        };
        let mut text = format!("`{name}` was not {not_done}, since its {what} do not fit:");
        for fault in &self.faults {
            write!(text, "\n- {fault}").expect("a string takes everything");
        }
        if !self.ignored.is_empty() {
            let ignored: Vec<_> = self
                .ignored
                .iter()
                .map(|name| format!("`{}`", excerpt(name)))
                .collect();
            let were = if ignored.len() == 1 { "was" } else { "were" };
            write!(text, "\n{} {were} not asked for", ignored.join(", "))
                .expect("a string takes everything");
        }
        if let Some(fitting) = self.fitting() {
            let initial = what[..1].to_uppercase();
            write!(text, "\n{initial}{} that fit: {fitting}", &what[1..])
                .expect("a string takes everything");
        }
        Some(text)
    }

    /// Arguments that would be taken, unless they are long or cannot be made up.
    fn fitting(&self) -> Option<String> {
        const MAX_BYTES: usize = 1000;

        if let Some(example) = self.examples.first() {
            return Some((*example).to_owned());
        }
        let shown = self.parameters.iter().filter(|one| one.is_shown());
        let member = |one: &Described| {
            let value = match (one.fitting()?, self.kind) {
                (Value::String(text), _) => Value::String(text),
                (value, Kind::Tool) => value,
                // What people fill in is text.
                (value, _) => Value::String(value.to_string()),
            };
            Some((one.name.clone().into_owned(), value))
        };
        let members: Option<Map<_, _>> = shown.map(member).collect();
        let text = Value::Object(members?).to_string();
        (text.len() <= MAX_BYTES).then_some(text)
    }

    /// Files the arguments that have no parameter's name: as those whose names differ in style
    /// only, then as misspellings of what is still absent.
    #[cold]
    fn file(&mut self, mut others: Vec<(Cow<'a, str>, Raw<'a>)>) {
        if !self.strict {
            others.retain(|(name, value)| !self.take_by_style(name, *value));
        }
        if self.keeps_others {
            self.others = others;
            return;
        }
        others.truncate(MAX_UNKNOWN);
        self.others.clone_from(&others);
        for (name, _) in others {
            match self.absent_near(&name) {
                Some(index) => self.given[index] = Given::Misspelt(name),
                // Clients add arguments of their own, and the schema allows it.
                None if !self.strict => self.ignored.push(name),
                None => {
                    let fault = format!("`{}`: unknown, {}", excerpt(&name), self.known());
                    self.faults.push(fault);
                }
            }
        }
    }

    fn take_by_style(&mut self, name: &str, value: Raw<'a>) -> bool {
        let is_same = |known| same_but_for_style(name, known);
        let index = self
            .absent()
            .find(|&index| self.parameters[index].names().any(is_same));
        if let Some(index) = index {
            self.given[index] = Given::Value(value);
        }
        index.is_some()
    }

    fn absent_near(&self, name: &str) -> Option<usize> {
        let names = self
            .absent()
            .flat_map(|index| self.parameters[index].names());
        let near = nearest(name, names)?;
        self.parameters
            .iter()
            .position(|parameter| parameter.is_called(near))
    }

    fn absent(&self) -> impl Iterator<Item = usize> {
        let given = self.given.iter().enumerate();
        given
            .filter(|(_, given)| matches!(given, Given::Nothing))
            .map(|(index, _)| index)
    }

    fn known(&self) -> String {
        let known: Vec<_> = self
            .parameters
            .iter()
            .map(|known| format!("`{}`", known.name))
            .collect();
        match known.as_slice() {
            [] => "there are no arguments".to_owned(),
            known => format!("the arguments are {}", known.join(", ")),
        }
    }

    #[cold]
    fn miss<T>(&mut self, index: usize) -> Option<T> {
        let parameter = &self.parameters[index];
        let schema = parameter.schema(&mut Schemas::new(Side::Input));
        let expected = Expectation::new(&schema);
        let name = &parameter.name;
        self.faults.push(match &self.given[index] {
            Given::Misspelt(given) if parameter.required => {
                format!(
                    "`{name}`: missing, expected {expected}; there is no `{}`, did you mean `{name}`?",
                    excerpt(given)
                )
            }
            Given::Misspelt(given) => {
                format!("`{}`: unknown, did you mean `{name}`?", excerpt(given))
            }
            _ => format!("`{name}`: missing, expected {expected}"),
        });
        None
    }

    /// Whether a value that was decoded keeps to the limits that only we look at.
    fn is_held(&mut self, index: usize, sent: &str) -> bool {
        let Described { held, required, .. } = &self.parameters[index];
        let is_left_out = sent == "null" && !required;
        let Some(held) = held.as_ref().filter(|_| !is_left_out) else {
            return true;
        };
        let misfits = match serde_json::from_str(sent) {
            Ok(value) => held.misfits(&value, !self.strict),
            // What a decoder passes over may be too deep to be looked at.
            Err(error) => {
                let fault = self.reason(index, &Refusal::new(&error, sent, sent));
                self.faults.push(fault);
                return false;
            }
        };
        let is_held = misfits.is_empty();
        self.tell(index, misfits);
        is_held
    }

    /// Whether the schema alone refuses a value. It does not say that an optional argument may be
    /// null, so it refuses that too.
    fn refuses(&self, index: usize, sent: &str) -> bool {
        !self.misfits(index, sent, false).is_empty()
    }

    fn misfits(&self, index: usize, sent: &str, lenient: bool) -> Vec<Misfit> {
        let mut schemas = Schemas::new(Side::Input);
        let schema = self.parameters[index].schema(&mut schemas);
        let check = Check {
            definitions: &schemas.definitions(),
            patterns: &Patterns::default(),
            lenient,
            limits_only: false,
        };
        // What is no value, as `1e400`, is told in the decoder's words.
        let value = serde_json::from_str(sent);
        let misfits = value.map(|value| check.misfits(&schema, &value));
        misfits.ok().flatten().unwrap_or_default()
    }

    fn tell(&mut self, index: usize, misfits: Vec<Misfit>) {
        let name = &self.parameters[index].name;
        let faults = misfits
            .into_iter()
            .map(|Misfit { path, what }| format!("`{name}{path}`: {what}"));
        self.faults.extend(faults);
    }

    /// Tells all that the schema finds wrong with a value, and what the decoder stopped at if it
    /// is none of that.
    #[cold]
    fn refuse<T>(&mut self, index: usize, sent: &str, refusal: Option<&Refusal>) -> Option<T> {
        let misfits = match sent.len() {
            0..=MAX_CHECKED_BYTES => self.misfits(index, sent, !self.strict),
            _ => Vec::new(),
        };
        let of_decoder = refusal
            .filter(|refusal| {
                !misfits
                    .iter()
                    .any(|misfit| misfit.path.meets(&refusal.path))
            })
            .map(|refusal| self.reason(index, refusal));
        self.tell(index, misfits);
        self.faults.extend(of_decoder);
        None
    }

    /// Why the decoder refused what its schema allows.
    fn reason(&self, index: usize, refusal: &Refusal) -> String {
        let parameter = &self.parameters[index];
        let mut schemas = Schemas::new(Side::Input);
        let schema = parameter.schema(&mut schemas);
        let definitions = schemas.definitions();
        let Refusal {
            path,
            got,
            reason,
            is_number,
        } = refusal;
        let place = format!("`{}{path}`", parameter.name);
        let shown = excerpt(got);
        match Expectation::new(&schema).at(path, &definitions) {
            Some(expected) if expected.has_format() => {
                format!("{place}: expected {expected}, got {shown}")
            }
            Some(expected) if *is_number && expected.is_numeric() => {
                format!("{place}: expected {expected}, got {shown}, which is out of range")
            }
            _ => format!("{place}: {reason}, got {shown}"),
        }
    }
}

impl fmt::Debug for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arguments")
            .field("given", &self.given)
            .field("faults", &self.faults)
            .finish_non_exhaustive()
    }
}
