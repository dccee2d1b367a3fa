//! What is asked of the user before a function runs, in words that tell its arguments.

use serde_json::Value;

use super::{Arguments, Given};
use crate::expectation::excerpt;
use crate::running::Before;

impl Arguments<'_> {
    /// Has the function wait for something else before it runs.
    pub(crate) fn ask_before(&mut self, before: Before) {
        self.before.push(before);
    }

    /// The text with the arguments that it names in braces.
    pub(crate) fn filled_in(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        for (parameter, given) in self.parameters.iter().zip(&self.given) {
            let place = format!("{{{}}}", parameter.name);
            if !text.contains(&place) {
                continue;
            }
            let value = match given {
                Given::Value(value) => serde_json::from_str(value.get()).unwrap_or_default(),
                Given::Nothing | Given::Misspelt(_) => {
                    parameter.default.clone().unwrap_or_default()
                }
            };
            let shown = match value {
                Value::Null => "nothing".to_owned(),
                Value::String(text) => excerpt(&text),
                value => excerpt(&value.to_string()),
            };
            filled = filled.replace(&place, &shown);
        }
        filled
    }
}
