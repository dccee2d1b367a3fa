//! One message: the text of a frame, read in one borrowed pass.
//!
//! Only this file sees the envelope. It tells requests, notifications and answers apart by the
//! members they have, never by trying shapes, so that each fault has its own words and the id is
//! known as soon as it can be. What stands in `params` stays raw, member by member.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use crate::error::ErrorObject;
use crate::id::Id;
use crate::raw::{Kind, Object, Raw, Reader};
use crate::salvage::Salvage;

/// A well-formed message.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request(Request<'a>),
    Notification {
        method: Cow<'a, str>,
        params: &'a Members<'a>,
    },
    /// An answer to a request of ours.
    Answer {
        id: Option<Id<'a>>,
        answer: Result<Raw<'a>, Raw<'a>>,
    },
}

#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: Id<'a>,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: &'a Members<'a>,
}

/// Not a message. The id is echoed if it could be read.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Option<String>,
    pub(crate) error: ErrorObject,
}

/// The members of `params` that any method has, as raw JSON. `null` counts as left out.
#[derive(Debug, Default)]
pub(crate) struct Members<'a> {
    pub(crate) name: Option<Raw<'a>>,
    pub(crate) uri: Option<Raw<'a>>,
    pub(crate) arguments: Option<Raw<'a>>,
    pub(crate) cursor: Option<Raw<'a>>,
    pub(crate) meta: Option<Raw<'a>>,
    pub(crate) protocol_version: Option<Raw<'a>>,
    pub(crate) capabilities: Option<Raw<'a>>,
    pub(crate) client_info: Option<Raw<'a>>,
    pub(crate) request_id: Option<Raw<'a>>,
    pub(crate) level: Option<Raw<'a>>,
    pub(crate) notifications: Option<Raw<'a>>,
    pub(crate) input_responses: Option<Raw<'a>>,
    pub(crate) request_state: Option<Raw<'a>>,
    #[cfg(feature = "tasks")]
    pub(crate) task_id: Option<Raw<'a>>,
    /// What `completion/complete` is about, and what has been typed.
    pub(crate) reference: Option<Raw<'a>>,
    pub(crate) argument: Option<Raw<'a>>,
    pub(crate) context: Option<Raw<'a>>,
}

impl<'a> Message<'a> {
    /// Reads a JSON text that is no array. Its members stay in the envelope, an empty one.
    pub(crate) fn parse<'t: 'a>(
        text: &'t str,
        envelope: &'a mut Envelope<'t>,
    ) -> Result<Self, Malformed> {
        let mut reader = Reader::new(text);
        let kind = reader.read(envelope);
        match kind.filter(|_| reader.end().is_some()) {
            Some(Kind::Object) => envelope.classify(),
            Some(_) => Err(Malformed {
                id: None,
                error: ErrorObject::invalid_request("a message must be a JSON object"),
            }),
            None => Err(Malformed::unreadable(text.as_bytes(), no_json(text))),
        }
    }
}

/// Why a text is no JSON.
pub(crate) fn no_json(text: &str) -> String {
    match serde_json::from_str::<IgnoredAny>(text) {
        Err(error) => format!("malformed JSON: {error}"),
        Ok(_) => "malformed JSON".to_owned(),
    }
}

impl Malformed {
    /// Bytes that are no JSON text at all.
    pub(crate) fn unreadable(bytes: &[u8], message: String) -> Self {
        let mut salvage = Salvage::default();
        salvage.push(bytes);
        Self {
            id: salvage.id().map(str::to_owned),
            error: ErrorObject::parse_error(message),
        }
    }

    fn request(id: Option<Id<'_>>, error: ErrorObject) -> Self {
        Self {
            id: id.map(|id| id.token().to_owned()),
            error,
        }
    }
}

/// The text of a raw JSON string; `None` if it is another kind of value.
pub(crate) fn text(raw: Raw<'_>) -> Option<Cow<'_, str>> {
    let [b'"', inner @ .., b'"'] = raw.get().as_bytes() else {
        return None;
    };
    match inner.contains(&b'\\') {
        false => Some(Cow::Borrowed(&raw.get()[1..=inner.len()])),
        true => serde_json::from_str(raw.get()).map(Cow::Owned).ok(),
    }
}

/// The members of a message, which is what they make it.
#[derive(Debug, Default)]
pub(crate) struct Envelope<'a> {
    jsonrpc: Option<Raw<'a>>,
    id: Option<Raw<'a>>,
    method: Option<Raw<'a>>,
    params: Members<'a>,
    params_kind: Kind,
    answer: Option<Result<Raw<'a>, Raw<'a>>>,
}

impl Envelope<'_> {
    fn classify(&self) -> Result<Message<'_>, Malformed> {
        let id = self.id.and_then(Id::from_raw);
        let refuse = |message| {
            Err(Malformed::request(
                id,
                ErrorObject::invalid_request(message),
            ))
        };
        if let (None, Some(answer)) = (self.method, self.answer) {
            return Ok(Message::Answer { id, answer });
        }
        if self.jsonrpc.and_then(text).as_deref() != Some("2.0") {
            return refuse("`jsonrpc` must be \"2.0\"");
        }
        let Some(method) = self.method.and_then(text) else {
            return refuse("`method` must be a string");
        };
        match (self.params_kind, id) {
            (Kind::Array, Some(_)) => {
                let error = ErrorObject::invalid_params("`params` must be an object, not an array");
                return Err(Malformed::request(id, error));
            }
            (Kind::Scalar, Some(_)) => return refuse("`params` must be an object"),
            // A notification is never answered, and one with bad parameters says nothing.
            _ => {}
        }
        let params = &self.params;
        match (id, self.id) {
            (Some(id), _) => Ok(Message::Request(Request { id, method, params })),
            (None, Some(_)) => refuse("`id` must be a string or an integer"),
            (None, None) => Ok(Message::Notification { method, params }),
        }
    }
}

impl<'a> Object<'a> for Envelope<'a> {
    fn member(&mut self, name: &str, reader: &mut Reader<'a>) -> Option<()> {
        match name {
            "jsonrpc" => self.jsonrpc = Some(reader.value()?),
            "id" => self.id = Some(reader.value()?),
            "method" => self.method = Some(reader.value()?),
            "params" => {
                self.params = Members::default();
                self.params_kind = reader.read(&mut self.params)?;
            }
            "result" => self.answer = Some(Ok(reader.value()?)),
            "error" => self.answer = Some(Err(reader.value()?)),
            _ => drop(reader.value()?),
        }
        Some(())
    }
}

impl<'a> Object<'a> for Members<'a> {
    fn member(&mut self, name: &str, reader: &mut Reader<'a>) -> Option<()> {
        let place = match name {
            "name" => &mut self.name,
            "uri" => &mut self.uri,
            "arguments" => &mut self.arguments,
            "cursor" => &mut self.cursor,
            "_meta" => &mut self.meta,
            "protocolVersion" => &mut self.protocol_version,
            "capabilities" => &mut self.capabilities,
            "clientInfo" => &mut self.client_info,
            "requestId" => &mut self.request_id,
            "level" => &mut self.level,
            "notifications" => &mut self.notifications,
            "inputResponses" => &mut self.input_responses,
            "requestState" => &mut self.request_state,
            #[cfg(feature = "tasks")]
            "taskId" => &mut self.task_id,
            "ref" => &mut self.reference,
            "argument" => &mut self.argument,
            "context" => &mut self.context,
            _ => return reader.value().map(drop),
        };
        let value = reader.value()?;
        *place = (value.get() != "null").then_some(value);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn malformed(text: &str) -> (Option<String>, i32) {
        let fault = Message::parse(text, &mut Envelope::default()).expect_err(text);
        (fault.id, fault.error.code().0)
    }

    #[test]
    fn members_tell_the_kinds_apart() {
        let request = r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"name":"n","x":[1]}}"#;
        let mut envelope = Envelope::default();
        let Ok(Message::Request(request)) = Message::parse(request, &mut envelope) else {
            panic!("a request");
        };
        assert_eq!(request.id.token(), r#""a""#);
        assert_eq!(request.method, "m");
        assert_eq!(request.params.name.unwrap().get(), r#""n""#);
        assert!(matches!(
            Message::parse(
                r#"{"jsonrpc":"2.0","method":"m"}"#,
                &mut Envelope::default()
            ),
            Ok(Message::Notification { .. })
        ));
        for answer in [
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"id":"x","error":{}}"#,
        ] {
            assert!(matches!(
                Message::parse(answer, &mut Envelope::default()),
                Ok(Message::Answer { .. })
            ));
        }
    }

    #[test]
    fn escapes_repeats_and_extra_members_do_not_matter() {
        let text =
            r#"{"x":null,"jsonr\u0070c":"2.0","id":1,"id":2,"method":"p\u0069ng","params":null}"#;
        let mut envelope = Envelope::default();
        let Ok(Message::Request(request)) = Message::parse(text, &mut envelope) else {
            panic!("a request");
        };
        assert_eq!((request.id.token(), &*request.method), ("2", "ping"));
    }

    #[test]
    fn each_fault_has_its_code_and_keeps_the_id() {
        let some = |id: &str, code| (Some(id.to_owned()), code);
        assert_eq!(malformed("{"), (None, -32700));
        assert_eq!(
            malformed(r#"{"jsonrpc":"2.0","id":1,"method":"ping"} x"#),
            some("1", -32700)
        );
        for scalar in ["5", "\"x\"", "null", "true", "1.5", "{}"] {
            assert_eq!(malformed(scalar), (None, -32600), "{scalar}");
        }
        assert_eq!(malformed(r#"{"id":5,"method":"ping"}"#), some("5", -32600));
        assert_eq!(
            malformed(r#"{"jsonrpc":2.0,"id":5,"method":"ping"}"#),
            some("5", -32600)
        );
        assert_eq!(malformed(r#"{"jsonrpc":"2.0","id":9}"#), some("9", -32600));
        assert_eq!(
            malformed(r#"{"jsonrpc":"2.0","id":9,"method":5}"#),
            some("9", -32600)
        );
        assert_eq!(
            malformed(r#"{"jsonrpc":"2.0","id":9,"method":"m","params":[]}"#),
            some("9", -32602)
        );
        assert_eq!(
            malformed(r#"{"jsonrpc":"2.0","id":9,"method":"m","params":7}"#),
            some("9", -32600)
        );
        for id in ["null", "1.5", "true", "[]", "{}"] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            assert_eq!(malformed(&text), (None, -32600), "{id}");
        }
    }

    #[test]
    fn a_notification_with_bad_params_is_still_one() {
        for params in ["[]", "5", "\"x\""] {
            let text = format!(r#"{{"jsonrpc":"2.0","method":"m","params":{params}}}"#);
            assert!(
                matches!(
                    Message::parse(&text, &mut Envelope::default()),
                    Ok(Message::Notification { .. })
                ),
                "{params}"
            );
        }
    }
}
