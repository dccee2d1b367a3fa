//! The methods of prompts.

use std::borrow::Cow;
use std::fmt::Write;

use super::{Answer, Asked};
use crate::error::ErrorObject;
use crate::expectation::excerpt;
use crate::message::{Request, text};
use crate::raw::Raw;
use crate::session::Session;
use crate::subject::Subject;
use crate::version::ProtocolVersion;

impl Session {
    pub(super) fn get_prompt(&self, version: ProtocolVersion, request: &Request<'_>) -> Answer {
        let name = request.params.name.and_then(text);
        let name = name.ok_or_else(|| {
            ErrorObject::invalid_params("`name` must be a string, the prompt's name")
        })?;
        let place = self.server.find_prompt(&name)?;
        strings(request.params.arguments)?;
        let asked = Asked {
            request,
            version,
            name: &name,
            arguments: request.params.arguments,
        };
        self.start_or_fail(&asked, Subject::Prompt(place), self.server.prompt(place))
    }
}

/// Refuses arguments that are no strings, which all arguments of a prompt are.
fn strings(arguments: Option<Raw<'_>>) -> Result<(), ErrorObject> {
    let mut faults = String::new();
    let mut check = |name: Cow<'_, str>, value: Raw<'_>| {
        if text(value).is_none() && value.get() != "null" {
            let (name, value) = (excerpt(&name), excerpt(value.get()));
            write!(faults, "\n- `{name}`: expected a string, got {value}")
                .expect("a string takes everything");
        }
    };
    let is_object = arguments.is_none_or(|arguments| arguments.members(&mut check).is_some());
    match (is_object, faults.as_str()) {
        (false, _) => Err(ErrorObject::invalid_params("`arguments` must be an object")),
        (true, "") => Ok(()),
        (true, faults) => Err(ErrorObject::invalid_params(format!(
            "the arguments of a prompt are strings:{faults}"
        ))),
    }
}
