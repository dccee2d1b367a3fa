//! The result of one call, in the shape of the version spoken.

mod completion;
mod excess;
mod members;
mod prompt;
mod resource;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{ErrorCode, ErrorObject};
use crate::failure::{Failed, words};
use crate::finite;
use crate::into_content::Contents;
use crate::not_found::not_found;
use crate::panics::panicked;
use crate::response::{self, json, open_result};
use crate::result::CallToolResult;
use crate::server::Server;
use crate::subject::Subject;
use crate::version::{ProtocolVersion, Rules, Structured};

/// Where a finished call writes its result. Each method writes the whole of it.
#[derive(Debug)]
pub struct Reply<'a> {
    out: &'a mut Vec<u8>,
    id: &'a str,
    server: &'a Server,
    subject: &'a Subject,
    rules: &'static Rules,
    /// Where the message begins.
    start: usize,
    outcome: Outcome,
}

/// How a call has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    Success,
    /// A result with `isError`.
    Failure,
    Error(ErrorCode),
}

impl<'a> Reply<'a> {
    pub(crate) fn new(
        out: &'a mut Vec<u8>,
        id: &'a str,
        server: &'a Server,
        subject: &'a Subject,
        version: ProtocolVersion,
    ) -> Self {
        Self {
            start: out.len(),
            out,
            id,
            server,
            subject,
            rules: version.rules(),
            outcome: Outcome::Success,
        }
    }

    /// Says that the function has panicked, in place of what it may have written.
    pub(crate) fn panicked(&mut self) {
        self.out.truncate(self.start);
        self.failure(&panicked(self.server.definition(self.subject)));
    }

    /// A message that is whole.
    #[cfg(feature = "tower")]
    pub(crate) fn written(&mut self, message: &[u8]) {
        self.out.extend_from_slice(message);
    }

    /// What has been written.
    #[cfg(feature = "tower")]
    pub(crate) fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// A success that is read as content.
    pub(crate) fn content(&mut self, write: impl FnOnce(&mut Contents<'_>)) {
        if self.promises_structure() {
            return self.failure(UNSTRUCTURED);
        }
        self.open();
        self.say(write);
        self.close(false);
    }

    /// A success that is a value: the value itself where the version has it, and its JSON as text.
    pub(crate) fn structured<T: Serialize>(&mut self, value: &T) {
        match finite::to_json(value) {
            Ok(value) => self.value(&value),
            Err(error) => self.failure(&formless(&error)),
        }
    }

    /// What the function says of its own failure.
    pub(crate) fn failed(&mut self, failed: Failed) {
        match failed {
            Failed::Protocol(error) => self.error(&error),
            Failed::NotFound => self.not_found(),
            Failed::Result { text, data: None } => self.failure(&text),
            Failed::Result {
                text,
                data: Some(data),
            } => self.failure_with(&text, &data),
        }
    }

    /// A failure of a tool or its arguments, for the model to read. Of anything else, which no
    /// model calls, the client hears in an error.
    pub(crate) fn failure(&mut self, message: &str) {
        if !self.is_of_tool() {
            return self.error(&internal(message));
        }
        self.open();
        self.say(|contents| contents.text(message));
        self.close(true);
    }

    /// A failure with data beside it, which are JSON.
    fn failure_with(&mut self, message: &str, data: &str) {
        if !self.is_of_tool() {
            let data = serde_json::from_str(data).unwrap_or_default();
            return self.error(&internal(message).with_data(data));
        }
        self.open();
        self.say(|contents| {
            contents.text(message);
            contents.text(data);
        });
        self.close(true);
    }

    fn error(&mut self, error: &ErrorObject) {
        self.outcome = Outcome::Error(error.code());
        response::error(self.out, self.id, error);
    }

    fn not_found(&mut self) {
        match self.subject {
            Subject::Resource { uri, .. } => {
                self.error(&not_found(uri, self.rules));
            }
            _ => self.failure("what was asked for was not found"),
        }
    }

    fn is_of_tool(&self) -> bool {
        matches!(self.subject, Subject::Tool(_))
    }

    /// A result that the tool has put together itself.
    pub(crate) fn as_told(&mut self, result: CallToolResult) {
        let CallToolResult {
            content,
            structured,
            is_error,
            meta,
        } = result;
        let structured = match structured.transpose() {
            Ok(structured) => structured,
            Err(error) => return self.failure(&formless(&error)),
        };
        if is_error && content.is_empty() && structured.is_none() {
            return self.failure(&words(&""));
        }
        if !is_error && structured.is_none() && self.promises_structure() {
            return self.failure(UNSTRUCTURED);
        }
        if let Some(failure) = structured.as_ref().and_then(|value| self.too_long(value)) {
            return self.failure(&failure);
        }
        self.open();
        self.say(|contents| match &structured {
            Some(value) if content.is_empty() => contents.json_text(value),
            _ => content.into_iter().for_each(|block| contents.add(block)),
        });
        if let Some(value) = structured {
            let wraps = self.wraps() || !value.starts_with(b"{");
            self.structured_content(&value, wraps);
        }
        self.end(is_error, &meta);
    }

    /// Whether clients expect structured content with each success.
    fn promises_structure(&self) -> bool {
        self.rules.structured != Structured::Nothing
            && self
                .server
                .definition(self.subject)
                .is_some_and(|definition| definition.output.is_some())
    }

    /// Whether structured content is not always an object, which some versions want wrapped.
    fn wraps(&self) -> bool {
        match self.subject {
            Subject::Tool(place) => self.server.tool(*place).wraps(),
            _ => false,
        }
    }

    fn value(&mut self, value: &[u8]) {
        if let Some(failure) = self.too_long(value) {
            return self.failure(&failure);
        }
        self.open();
        self.say(|contents| contents.json_text(value));
        self.structured_content(value, self.wraps());
        self.close(false);
    }

    /// The value as the version has it: where it knows objects only, one that is to be wrapped is.
    fn structured_content(&mut self, value: &[u8], wraps: bool) {
        let (before, after): (&[u8], &[u8]) = match self.rules.structured {
            Structured::Nothing => return,
            Structured::Object if wraps => (br#"{"result":"#, b"}"),
            Structured::Object | Structured::Value => (b"", b""),
        };
        self.out.extend_from_slice(br#","structuredContent":"#);
        self.out.extend_from_slice(before);
        self.out.extend_from_slice(value);
        self.out.extend_from_slice(after);
    }

    fn open(&mut self) {
        open_result(self.out, self.id);
        self.out.extend_from_slice(br#"{"content":["#);
    }

    fn close(&mut self, is_error: bool) {
        self.end(is_error, &Map::new());
    }

    /// Ends the result with what the tool and the version add to it.
    fn end(&mut self, is_error: bool, meta: &Map<String, Value>) {
        if is_error {
            self.outcome = Outcome::Failure;
        }
        self.out.extend_from_slice(match is_error {
            true => br#","isError":true"#,
            false => br#","isError":false"#,
        });
        let label = self.server.label(self.rules);
        self.out.extend_from_slice(label);
        if !meta.is_empty() {
            match label.is_empty() {
                true => self.out.extend_from_slice(br#","_meta":{"#),
                // A label ends with the `_meta` of the server, which goes on.
                false => *self.out.last_mut().expect("a label") = b',',
            }
            let start = self.out.len();
            json(self.out, meta);
            self.out.remove(start);
        }
        self.out.extend_from_slice(b"}}");
    }

    /// Ends a result that is no tool's with what the version adds to it.
    fn finish(&mut self) {
        let label = self.server.label(self.rules);
        let is_first = self.out.ends_with(b"{") && label.starts_with(b",");
        self.out.extend_from_slice(&label[usize::from(is_first)..]);
        self.out.extend_from_slice(b"}}");
    }
}

/// What a client is told when a function fails that is no tool.
fn internal(message: &str) -> ErrorObject {
    ErrorObject::new(ErrorCode::INTERNAL_ERROR, message.to_owned())
}

/// What the model reads when a tool made at run time does not keep to its output schema.
const UNSTRUCTURED: &str = "the tool answered without the structured content that it promises";

/// What the model reads when a value cannot be sent.
fn formless(error: &str) -> String {
    format!("the tool's result has no JSON form: {error}")
}
