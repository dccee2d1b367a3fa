//! What a request says about itself in `_meta`, where the stateless era keeps everything.
//!
//! Source: MCP 2026-07-28, "Basic / `_meta`" and "Versioning".

use serde_json::{Map, Value};

use crate::client::Client;
use crate::error::ErrorObject;
use crate::id::Id;
use crate::log::LogLevel;
use crate::message::text;
use crate::raw::{Object, Raw, Reader};
use crate::version::ProtocolVersion;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const PROGRESS_TOKEN: &str = "progressToken";

/// The members of `_meta` that the protocol defines, as raw JSON; here `null` is a value.
#[derive(Debug, Default)]
struct Meta<'a> {
    version: Option<Raw<'a>>,
    capabilities: Option<Raw<'a>>,
    client: Option<Raw<'a>>,
    log_level: Option<Raw<'a>>,
    progress_token: Option<Raw<'a>>,
}

impl<'a> Object<'a> for Meta<'a> {
    fn member(&mut self, name: &str, reader: &mut Reader<'a>) -> Option<()> {
        let place = match name {
            VERSION => &mut self.version,
            CAPABILITIES => &mut self.capabilities,
            CLIENT => &mut self.client,
            LOG_LEVEL => &mut self.log_level,
            PROGRESS_TOKEN => &mut self.progress_token,
            _ => return reader.value().map(drop),
        };
        *place = Some(reader.value()?);
        Some(())
    }
}

/// The stateless version a request names; `None` if it names none and belongs to a session.
///
/// # Errors
/// What is wrong with the request's description of itself. The version is judged first, since
/// which members are required depends on it.
pub(crate) fn stateless_version(
    meta: Option<Raw<'_>>,
) -> Result<Option<ProtocolVersion>, ErrorObject> {
    let meta: Meta<'_> = match meta.map(Raw::object) {
        None => return Ok(None),
        Some(Some(meta)) => meta,
        Some(_) => return Err(ErrorObject::invalid_params("`_meta` must be an object")),
    };
    let Some(version) = meta.version else {
        return Ok(None);
    };
    let Some(requested) = text(version) else {
        return Err(must_be(VERSION, "a string"));
    };
    let version = ProtocolVersion::stateless(&requested)
        .ok_or_else(|| ErrorObject::unsupported_version(&requested))?;
    meta.check()?;
    Ok(Some(version))
}

impl Meta<'_> {
    fn check(&self) -> Result<(), ErrorObject> {
        let is_object = |raw: Raw<'_>| raw.get().starts_with('{');
        let is_level = |raw| text(raw).is_some_and(|level| LogLevel::named(&level).is_some());
        let is_token = |raw| Id::from_raw(raw).is_some();
        if !self.capabilities.is_some_and(is_object) {
            return Err(must_be(CAPABILITIES, "an object"));
        }
        if !self.client.is_none_or(is_implementation) {
            return Err(must_be(
                CLIENT,
                "an object with the strings `name` and `version`",
            ));
        }
        if !self.log_level.is_none_or(is_level) {
            return Err(must_be(LOG_LEVEL, &format!("one of {}", LogLevel::names())));
        }
        match self.progress_token.is_none_or(is_token) {
            true => Ok(()),
            false => Err(must_be(PROGRESS_TOKEN, "a string or an integer")),
        }
    }
}

/// What a request says in `_meta`, for a tool that asks. What is of another shape is not said: a
/// session lets it pass.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) meta: Map<String, Value>,
    /// As it was sent.
    pub(crate) progress_token: Option<Box<str>>,
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) client: Client,
}

pub(crate) fn told(meta: Option<Raw<'_>>) -> Told {
    let Some(raw) = meta else {
        return Told::default();
    };
    let Some(known) = raw.object::<Meta<'_>>() else {
        return Told::default();
    };
    let meta: Map<String, Value> = serde_json::from_str(raw.get()).unwrap_or_default();
    let member = |key| meta.get(key).cloned().unwrap_or_default();
    Told {
        progress_token: known
            .progress_token
            .and_then(Id::from_raw)
            .map(|token| token.token().into()),
        log_level: known
            .log_level
            .and_then(text)
            .and_then(|level| LogLevel::named(&level)),
        client: Client::new(member(CLIENT), member(CAPABILITIES)),
        meta,
    }
}

fn must_be(key: &str, kind: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!("`{key}` in `_meta` must be {kind}"))
}

/// Whether this names a program: an object with a name and a version.
pub(crate) fn is_implementation(raw: Raw<'_>) -> bool {
    let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
    value["name"].is_string() && value["version"].is_string()
}
