//! `completion/complete`.

use std::collections::HashMap;
use std::future::ready;

use serde_json::Value;

use super::Answer;
use crate::completion::{Completing, Completion};
use crate::definition::Definition;
use crate::described::Described;
use crate::error::{ErrorCode, ErrorObject};
use crate::expectation::excerpt;
use crate::message::Request;
use crate::panics::caught;
use crate::raw::Raw;
use crate::running::Running;
use crate::session::Session;
use crate::subject::Subject;
use crate::version::ProtocolVersion;

impl Session {
    pub(super) fn complete(&self, version: ProtocolVersion, request: &Request<'_>) -> Answer {
        let params = &request.params;
        let definition = self.referred(&value(params.reference))?;
        let argument = value(params.argument);
        let member = |name: &str| {
            argument[name].as_str().ok_or_else(|| {
                ErrorObject::invalid_params(format!("`argument.{name}` must be a string"))
            })
        };
        let (name, typed) = (member("name")?, member("value")?);
        let asked = Completing {
            server: self.server.clone(),
            value: typed.to_owned(),
            arguments: given(&value(params.context)),
        };
        let running = caught(|| running(definition, name, asked)).ok_or_else(|| {
            let message = "the completion failed unexpectedly";
            ErrorObject::new(ErrorCode::INTERNAL_ERROR, message)
        })?;
        Ok(self.running(version, request, Subject::Completion, running))
    }

    /// What an argument or a variable is of.
    fn referred(&self, reference: &Value) -> Result<&Definition, ErrorObject> {
        match (
            reference["type"].as_str(),
            reference["name"].as_str(),
            reference["uri"].as_str(),
        ) {
            (Some("ref/prompt"), Some(name), _) => {
                let place = self.server.find_prompt(name)?;
                Ok(&self.server.prompt(place).definition)
            }
            (Some("ref/resource"), _, Some(uri)) => self.server.resource_at(uri).ok_or_else(|| {
                let uri = excerpt(uri);
                ErrorObject::invalid_params(format!("unknown resource template `{uri}`"))
            }),
            _ => Err(ErrorObject::invalid_params(
                "`ref` must be `{\"type\": \"ref/prompt\", \"name\": \"…\"}` or `{\"type\": \"ref/resource\", \"uri\": \"…\"}`",
            )),
        }
    }
}

/// The values of an argument: its function's, or those that its type lists.
fn running(definition: &Definition, name: &str, asked: Completing) -> Running {
    let mut parameters = definition.parameters.iter();
    let parameter = parameters.find(|parameter| parameter.is_called(name));
    match parameter.and_then(|parameter| parameter.complete.as_ref()) {
        Some(complete) => complete.start(asked),
        None => {
            let choices = parameter.map(Described::choices);
            let found = Completion::found(choices.unwrap_or_default(), &asked.value);
            Running::completing(ready(found))
        }
    }
}

/// The arguments that have been given already.
fn given(context: &Value) -> HashMap<String, String> {
    let arguments = context["arguments"].as_object().into_iter().flatten();
    let texts =
        arguments.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    texts.collect()
}

fn value(raw: Option<Raw<'_>>) -> Value {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok())
        .unwrap_or_default()
}
