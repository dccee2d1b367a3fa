//! One message: the text of a frame, read in one borrowed pass.
//!
//! Only this file sees the envelope. It tells requests, notifications and answers apart by the
//! members they have, never by trying shapes, so that each fault has its own words and the id is
//! known as soon as it can be. What stands in `params` stays raw, member by member.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::ErrorObject;
use crate::id::Id;
use crate::salvage::Salvage;

/// A well-formed message.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    Request(Request<'a>),
    Notification {
        method: Cow<'a, str>,
        params: Members<'a>,
    },
    /// An answer to a request of ours.
    Answer {
        id: Option<Id<'a>>,
        answer: Result<&'a RawValue, &'a RawValue>,
    },
}

#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: Id<'a>,
    pub(crate) method: Cow<'a, str>,
    pub(crate) params: Members<'a>,
}

/// Not a message. The id is echoed if it could be read.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) id: Option<String>,
    pub(crate) error: ErrorObject,
}

/// The members of `params` that any method has, as raw JSON. `null` counts as left out.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Members<'a> {
    pub(crate) name: Option<&'a RawValue>,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) cursor: Option<&'a RawValue>,
    pub(crate) meta: Option<&'a RawValue>,
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) capabilities: Option<&'a RawValue>,
    pub(crate) client_info: Option<&'a RawValue>,
    pub(crate) request_id: Option<&'a RawValue>,
    pub(crate) level: Option<&'a RawValue>,
    pub(crate) notifications: Option<&'a RawValue>,
    pub(crate) input_responses: Option<&'a RawValue>,
    pub(crate) request_state: Option<&'a RawValue>,
}

impl<'a> Message<'a> {
    /// Reads a JSON text that is no array.
    pub(crate) fn parse(text: &'a str) -> Result<Self, Malformed> {
        match serde_json::from_str::<Shape<Envelope<'_>>>(text) {
            Ok(Shape::Object(envelope)) => envelope.classify(),
            Ok(_) => Err(Malformed {
                id: None,
                error: ErrorObject::invalid_request("a message must be a JSON object"),
            }),
            Err(error) => Err(Malformed::unreadable(
                text.as_bytes(),
                format!("malformed JSON: {error}"),
            )),
        }
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
pub(crate) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw.get()).map(Cow::Owned).ok()
    } else {
        Some(Cow::Borrowed(inner))
    }
}

#[derive(Debug, Default)]
struct Envelope<'a> {
    jsonrpc: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Shape<Members<'a>>,
    answer: Option<Result<&'a RawValue, &'a RawValue>>,
}

impl<'a> Envelope<'a> {
    fn classify(self) -> Result<Message<'a>, Malformed> {
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
        let params = match (self.params, id) {
            (Shape::Object(params), _) => params,
            (Shape::Array, Some(_)) => {
                let error = ErrorObject::invalid_params("`params` must be an object, not an array");
                return Err(Malformed::request(id, error));
            }
            (Shape::Scalar, Some(_)) => return refuse("`params` must be an object"),
            // A notification is never answered, and one with bad parameters says nothing.
            (Shape::Absent, _) | (Shape::Array | Shape::Scalar, None) => Members::default(),
        };
        match (id, self.id) {
            (Some(id), _) => Ok(Message::Request(Request { id, method, params })),
            (None, Some(_)) => refuse("`id` must be a string or an integer"),
            (None, None) => Ok(Message::Notification { method, params }),
        }
    }
}

/// A JSON value seen from afar: its members if it is an object, else only its kind.
#[derive(Debug, Default)]
pub(crate) enum Shape<T> {
    #[default]
    Absent,
    Object(T),
    Array,
    Scalar,
}

/// An object that is read member by member. A repeated member counts as its last.
pub(crate) trait Object<'a>: Default {
    fn member<A: MapAccess<'a>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error>;
}

impl<'a> Object<'a> for Envelope<'a> {
    fn member<A: MapAccess<'a>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "jsonrpc" => self.jsonrpc = Some(map.next_value()?),
            "id" => self.id = Some(map.next_value()?),
            "method" => self.method = Some(map.next_value()?),
            "params" => self.params = map.next_value()?,
            "result" => self.answer = Some(Ok(map.next_value()?)),
            "error" => self.answer = Some(Err(map.next_value()?)),
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

impl<'a> Object<'a> for Members<'a> {
    fn member<A: MapAccess<'a>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        let place = match key {
            "name" => &mut self.name,
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
            _ => return map.next_value::<IgnoredAny>().map(drop),
        };
        let value: &RawValue = map.next_value()?;
        *place = (value.get() != "null").then_some(value);
        Ok(())
    }
}

impl<'de, T: Object<'de>> Deserialize<'de> for Shape<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor(T::default()))
    }
}

struct ShapeVisitor<T>(T);

impl<'de, T: Object<'de>> Visitor<'de> for ShapeVisitor<T> {
    type Value = Shape<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            self.0.member(&key, &mut map)?;
        }
        Ok(Shape::Object(self.0))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Shape::Array)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Shape::Absent)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        Ok(Shape::Scalar)
    }
}

/// A member's name, borrowed unless it holds escapes.
pub(crate) struct Key<'a>(pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a member's name")
            }

            fn visit_borrowed_str<E: Error>(self, key: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(key)))
            }

            fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }

        deserializer.deserialize_str(KeyVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn malformed(text: &str) -> (Option<String>, i32) {
        let fault = Message::parse(text).expect_err(text);
        (fault.id, fault.error.code().0)
    }

    #[test]
    fn members_tell_the_kinds_apart() {
        let request = r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"name":"n","x":[1]}}"#;
        let Ok(Message::Request(request)) = Message::parse(request) else {
            panic!("a request");
        };
        assert_eq!(request.id.token(), r#""a""#);
        assert_eq!(request.method, "m");
        assert_eq!(request.params.name.unwrap().get(), r#""n""#);
        assert!(matches!(
            Message::parse(r#"{"jsonrpc":"2.0","method":"m"}"#),
            Ok(Message::Notification { .. })
        ));
        for answer in [
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"id":"x","error":{}}"#,
        ] {
            assert!(matches!(Message::parse(answer), Ok(Message::Answer { .. })));
        }
    }

    #[test]
    fn escapes_repeats_and_extra_members_do_not_matter() {
        let text =
            r#"{"x":null,"jsonr\u0070c":"2.0","id":1,"id":2,"method":"p\u0069ng","params":null}"#;
        let Ok(Message::Request(request)) = Message::parse(text) else {
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
                matches!(Message::parse(&text), Ok(Message::Notification { .. })),
                "{params}"
            );
        }
    }
}
