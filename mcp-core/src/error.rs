//! JSON-RPC error objects: what a client is told about a message it should not have sent.
//!
//! A tool's own failure is no such error; it is a result with `isError` that the model reads.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use crate::expectation::excerpt;
use crate::version::ProtocolVersion;

/// The code of a JSON-RPC error.
///
/// ```
/// use mcp_core::ErrorCode;
///
/// assert_eq!(ErrorCode::METHOD_NOT_FOUND.0, -32601);
/// ```
///
/// Source: JSON-RPC 2.0, section 5.1; MCP 2026-07-28, "Error codes".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ErrorCode(pub i32);

impl ErrorCode {
    /// The line is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// JSON, but not a message of this protocol.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// No such method, or one whose capability the server does not declare.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters do not fit the method; also an unknown tool.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The server failed in a way it did not expect.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// The request's client does not declare what the call takes. Since 2026-07-28.
    pub const MISSING_CLIENT_CAPABILITY: Self = Self(-32021);
    /// There is no resource under this URI. Up to 2025-11-25.
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// The request names a revision the server does not speak. Since 2026-07-28.
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
}

/// A JSON-RPC error: code, one sentence, and optional data.
///
/// ```
/// use mcp_core::{ErrorCode, ErrorObject};
///
/// let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, "unknown tool `ad`");
/// assert_eq!(
///     serde_json::to_string(&error).unwrap(),
///     r#"{"code":-32602,"message":"unknown tool `ad`"}"#,
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorObject {
    code: ErrorCode,
    message: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Box<Value>>,
}

impl ErrorObject {
    /// An error without data. The message is for a person reading a log: one short sentence.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds data, whose shape the code's definition gives.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(Box::new(data));
        self
    }

    /// The error's code.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// The error's message.
    pub fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn parse_error(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::PARSE_ERROR, message)
    }

    pub(crate) fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INVALID_REQUEST, message)
    }

    pub(crate) fn invalid_params(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::INVALID_PARAMS, message)
    }

    pub(crate) fn method_not_found(method: &str) -> Self {
        Self::new(
            ErrorCode::METHOD_NOT_FOUND,
            format!("method `{}` is not supported", excerpt(method)),
        )
    }

    pub(crate) fn unsupported_version(requested: &str) -> Self {
        let supported: Vec<_> = ProtocolVersion::supported().collect();
        Self::new(
            ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            format!("protocol version `{}` is not supported", excerpt(requested)),
        )
        .with_data(serde_json::json!({ "supported": supported, "requested": requested }))
    }
}
