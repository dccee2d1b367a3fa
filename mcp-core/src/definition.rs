//! What clients are told about a function that they may call.

mod others;

use std::borrow::Cow;
use std::panic::Location;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::args::{Others, Struct};
use crate::content::Annotations;
use crate::described::Described;
use crate::dialect;
use crate::icon::Icon;
use crate::kind::Kind;
use crate::output::Shape;
use crate::output_schema::{Output, OutputSchema};
use crate::parameter::Parameter;
use crate::resources::{Address, Lister};
use crate::schema::{Schemas, Side, listed};
use crate::state::Need;
use crate::version::{Rules, Structured, Title};

/// The least that answers can be limited to, in bytes: an error has to find room.
pub(crate) const LEAST_OUTPUT: usize = 1000;

/// What clients are told about a tool, a resource or a prompt.
#[derive(Clone, Debug)]
pub struct Definition {
    pub(crate) kind: Kind,
    pub(crate) name: Cow<'static, str>,
    pub(crate) location: &'static Location<'static>,
    pub(crate) parameters: Vec<Described>,
    /// The structs whose members some of the parameters are, in order.
    pub(crate) structs: Vec<Struct>,
    pub(crate) needs: Vec<Need>,
    pub(crate) takes_context: bool,
    /// Parameters with `#[arg]` that are no arguments.
    pub(crate) misused: Vec<&'static str>,
    /// Parameters whose type cannot be what it is said to be, and why.
    pub(crate) unfit: Vec<(&'static str, &'static str)>,
    title: Option<Cow<'static, str>>,
    description: Option<Cow<'static, str>>,
    hints: Vec<(&'static str, bool)>,
    icons: Vec<Icon>,
    meta: Option<Value>,
    /// Where a resource is.
    pub(crate) address: Option<Address>,
    pub(crate) mime_type: Option<Cow<'static, str>>,
    size: Option<u64>,
    annotations: Annotations,
    pub(crate) lister: Option<Lister>,
    /// Arguments of calls, as JSON.
    pub(crate) examples: Vec<&'static str>,
    pub(crate) strict: bool,
    pub(crate) timeout: Option<Duration>,
    /// How long an answer may be, in bytes.
    pub(crate) max_output: Option<usize>,
    /// Whether calls may go on as tasks, and whether they have to.
    pub(crate) task: Option<bool>,
    /// The schema of all arguments, in place of parameters.
    input: Option<Value>,
    pub(crate) output: Option<OutputSchema>,
}

impl Definition {
    /// A tool that takes nothing and says nothing about itself. The caller's place in the source
    /// is what errors about the tool point at.
    #[track_caller]
    pub fn new(name: &'static str) -> Self {
        Self {
            kind: Kind::Tool,
            name: name.into(),
            location: Location::caller(),
            parameters: Vec::new(),
            structs: Vec::new(),
            needs: Vec::new(),
            takes_context: false,
            misused: Vec::new(),
            unfit: Vec::new(),
            title: None,
            description: None,
            hints: Vec::new(),
            icons: Vec::new(),
            meta: None,
            address: None,
            mime_type: None,
            size: None,
            annotations: Annotations::default(),
            lister: None,
            examples: Vec::new(),
            strict: false,
            timeout: None,
            max_output: None,
            task: None,
            input: None,
            output: None,
        }
    }

    /// A tool that no function stands behind.
    #[track_caller]
    pub(crate) fn at_run_time(name: String, description: String, input: Value) -> Self {
        Self {
            name: name.into(),
            description: Some(description.into()),
            input: Some(input),
            ..Self::new("")
        }
    }

    pub(crate) fn titled(self, title: String) -> Self {
        Self {
            title: Some(title.into()),
            ..self
        }
    }

    pub(crate) fn returns_what(self, schema: Value) -> Self {
        Self {
            output: Some(OutputSchema::Given(schema)),
            ..self
        }
    }

    /// Whether its arguments are handed over as they are.
    pub(crate) fn takes_all(&self) -> bool {
        self.input.is_some()
    }

    /// The name people see.
    #[must_use]
    pub fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the function does, for the model.
    #[must_use]
    pub fn description(mut self, description: &'static str) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Whether the tool changes nothing.
    #[must_use]
    pub fn read_only(self, is: bool) -> Self {
        self.hint("readOnlyHint", is)
    }

    /// Whether what the tool changes may be lost.
    #[must_use]
    pub fn destructive(self, is: bool) -> Self {
        self.hint("destructiveHint", is)
    }

    /// Whether calling it again with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(self, is: bool) -> Self {
        self.hint("idempotentHint", is)
    }

    /// Whether the tool deals with things outside the server's own world.
    #[must_use]
    pub fn open_world(self, is: bool) -> Self {
        self.hint("openWorldHint", is)
    }

    fn hint(mut self, name: &'static str, is: bool) -> Self {
        self.hints.push((name, is));
        self
    }

    /// Refuses arguments it does not know, and values that are not exactly of the type wanted.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Adds a picture of the tool.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.icons.push(icon.into());
        self
    }

    /// What else clients that know it read of the tool: an object.
    #[must_use]
    pub fn meta(mut self, meta: Value) -> Self {
        self.meta = Some(meta);
        self
    }

    /// Shows the arguments of a call, as JSON.
    #[must_use]
    pub fn example(mut self, arguments: &'static str) -> Self {
        self.examples.push(arguments);
        self
    }

    /// How long a call may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// How long an answer may be, in bytes.
    #[must_use]
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = Some(bytes);
        self
    }

    /// Lets calls go on as tasks, or makes them.
    #[must_use]
    pub fn task(mut self, is_required: impl Undertaken) -> Self {
        self.task = Some(is_required.into());
        self
    }

    /// Adds the next parameter.
    #[must_use]
    pub fn parameter<T>(mut self, parameter: &Parameter<T>) -> Self {
        (parameter.declare)(parameter, &mut self);
        self
    }

    /// Says what the function returns.
    #[must_use]
    pub fn returns<S: Shape>(mut self, shape: &S) -> Self {
        self.output = S::SCHEMA.map(OutputSchema::Of);
        let mime_type = shape.mime_type().map(Cow::Borrowed);
        self.mime_type = self.mime_type.or(mime_type);
        self
    }

    /// The entry in `tools/list` under the rules of one revision.
    pub(crate) fn listed(&self, rules: &Rules) -> Map<String, Value> {
        let mut entry = Map::new();
        self.introduce(&mut entry, rules);
        let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
        put("inputSchema", self.input_schema(rules).into());
        if rules.structured != Structured::Nothing
            && let Some(output) = Output::of(self)
        {
            put("outputSchema", output.schema(rules).into());
        }
        let annotations = self.tool_annotations(rules);
        if !annotations.is_empty() {
            put("annotations", annotations.into());
        }
        self.decorate(&mut entry, rules);
        entry
    }

    /// What stands first in the entry of a function of any kind.
    fn introduce(&self, entry: &mut Map<String, Value>, rules: &Rules) {
        entry.insert("name".to_owned(), self.name.as_ref().into());
        if let (Some(title), Title::OnTool) = (self.display_title(), rules.title) {
            entry.insert("title".to_owned(), title.into());
        }
        // Several clients drop a tool, or the whole list, for want of a description.
        let description = self
            .description_text()
            .or(self.display_title())
            .unwrap_or(&self.name);
        entry.insert("description".to_owned(), description.into());
    }

    /// What stands last in it.
    fn decorate(&self, entry: &mut Map<String, Value>, rules: &Rules) {
        if rules.icons && !self.icons.is_empty() {
            entry.insert("icons".to_owned(), json!(self.icons));
        }
        if let (Some(meta), true) = (&self.meta, rules.meta) {
            entry.insert("_meta".to_owned(), meta.clone());
        }
    }

    pub(crate) fn description_text(&self) -> Option<&str> {
        self.description.as_deref().filter(|text| is_text(text))
    }

    fn display_title(&self) -> Option<&str> {
        self.title.as_deref().filter(|title| is_text(title))
    }

    /// What is wrong with what is said of the tool, apart from its name and its parameters.
    pub(crate) fn faults(&self) -> Vec<String> {
        let icons = self.icons.iter().filter_map(Icon::fault);
        let mut faults: Vec<_> = icons.map(|fault| format!("its {fault}")).collect();
        if self.meta.as_ref().is_some_and(|meta| !meta.is_object()) {
            faults.push("its `meta` has to be a JSON object".to_owned());
        }
        if self.timeout.is_some_and(|timeout| timeout.is_zero()) {
            faults.push("its timeout leaves no time".to_owned());
        }
        if self.max_output.is_some_and(|bytes| bytes < LEAST_OUTPUT) {
            faults.push(format!(
                "its `max_output` is less than {LEAST_OUTPUT} bytes"
            ));
        }
        if let Some(schema) = &self.input {
            let own = dialect::input_faults(schema);
            faults.extend(own.iter().map(|fault| format!("its input schema: {fault}")));
        }
        if let Some(OutputSchema::Given(schema)) = &self.output {
            let own = dialect::faults(schema);
            faults.extend(
                own.iter()
                    .map(|fault| format!("its output schema: {fault}")),
            );
        }
        faults
    }

    fn tool_annotations(&self, rules: &Rules) -> Map<String, Value> {
        let mut annotations = Map::new();
        if !rules.annotations {
            return annotations;
        }
        if let (Some(title), Title::InAnnotations) = (self.display_title(), rules.title) {
            annotations.insert("title".to_owned(), title.into());
        }
        annotations.extend(
            self.hints
                .iter()
                .map(|(name, is)| ((*name).to_owned(), (*is).into())),
        );
        annotations
    }

    /// Whether arguments of any name have a place.
    pub(crate) fn is_open(&self) -> bool {
        self.structs.iter().any(|of| of.others == Others::Kept)
    }

    fn input_schema(&self, rules: &Rules) -> Map<String, Value> {
        if let Some(Value::Object(schema)) = &self.input {
            return with_properties(schema.clone());
        }
        let mut schemas = Schemas::new(Side::Input);
        let properties: Map<_, _> = self
            .parameters
            .iter()
            .map(|parameter| {
                (
                    parameter.name.clone().into_owned(),
                    parameter.listed(&mut schemas, rules).into(),
                )
            })
            .collect();
        let required: Vec<_> = self
            .parameters
            .iter()
            .filter(|p| p.required)
            .map(|p| p.name.as_ref())
            .collect();
        let definitions = schemas.definitions();

        let mut schema = Map::new();
        schema.insert("type".to_owned(), "object".into());
        schema.insert("properties".to_owned(), properties.into());
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        if self.strict && !self.is_open() {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        let examples = self.examples.iter();
        let examples: Vec<Value> = examples
            .filter_map(|example| serde_json::from_str(example).ok())
            .collect();
        if !examples.is_empty() {
            schema.insert("examples".to_owned(), examples.into());
        }
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        if !self.strict {
            listed(&mut schema);
        }
        schema
    }
}

/// Several clients want `properties` also where there are none.
fn with_properties(mut schema: Map<String, Value>) -> Map<String, Value> {
    let properties = schema.entry("properties");
    properties.or_insert_with(|| Map::new().into());
    schema
}

fn is_text(text: &str) -> bool {
    !text.trim().is_empty()
}

/// Whether calls have to go on as tasks. They can with the feature `tasks`.
#[diagnostic::on_unimplemented(
    message = "`task` needs the feature `tasks` of mcp-core",
    label = "add it: `mcp-core = {{ features = [\"tasks\"], … }}`"
)]
pub trait Undertaken: Into<bool> {}

#[cfg(feature = "tasks")]
impl Undertaken for bool {}
