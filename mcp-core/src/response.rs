//! Responses: JSON-RPC envelopes written straight into the outgoing bytes.

use serde::Serialize;

use crate::error::ErrorObject;
use crate::version::Rules;

/// How an error names a request whose id could not be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UnknownId {
    /// JSON-RPC's way, and the only one that older clients read.
    Null,
    /// The official schemas' way since 2025-11-25.
    Omitted,
}

impl UnknownId {
    /// `null` as long as no version is agreed.
    pub(crate) fn under(rules: Option<&Rules>) -> Self {
        match rules {
            Some(rules) if rules.omits_unknown_id => Self::Omitted,
            _ => Self::Null,
        }
    }
}

/// Appends everything up to the result's value.
pub(crate) fn open_result(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(br#","result":"#);
}

/// Appends a whole success response; `result` is a JSON object.
pub(crate) fn result(out: &mut Vec<u8>, id: &str, result: &[u8]) {
    open_result(out, id);
    out.extend_from_slice(result);
    out.push(b'}');
}

/// Appends a whole response that is not the last word, with the members of a result. Of a complete
/// result's `label`, what says that it is complete is left out.
pub(crate) fn incomplete(out: &mut Vec<u8>, id: &str, result: &impl Serialize, label: &[u8]) {
    open_result(out, id);
    json(out, result);
    out.pop();
    let label = label.strip_prefix(COMPLETE.as_bytes()).unwrap_or(label);
    out.extend_from_slice(label);
    out.extend_from_slice(b"}}");
}

/// Appends the response that ends what a client listened to. A complete result's `label` ends with
/// the `_meta` of the server, which goes on.
pub(crate) fn listened(out: &mut Vec<u8>, id: &str, label: &[u8]) {
    open_result(out, id);
    out.push(b'{');
    out.extend_from_slice(&label[1..label.len() - 1]);
    out.extend_from_slice(br#","io.modelcontextprotocol/subscriptionId":"#);
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b"}}}");
}

/// What says that a result is one, where others are not.
pub(crate) const COMPLETE: &str = r#","resultType":"complete""#;

/// Appends a whole error response to a request with a known id.
pub(crate) fn error(out: &mut Vec<u8>, id: &str, error: &ErrorObject) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.as_bytes());
    close_error(out, error);
}

/// Appends a whole error response to a request whose id could not be read.
pub(crate) fn error_without_id(out: &mut Vec<u8>, unknown: UnknownId, error: &ErrorObject) {
    out.extend_from_slice(match unknown {
        UnknownId::Null => br#"{"jsonrpc":"2.0","id":null"#,
        UnknownId::Omitted => br#"{"jsonrpc":"2.0""#,
    });
    close_error(out, error);
}

fn close_error(out: &mut Vec<u8>, error: &ErrorObject) {
    out.extend_from_slice(br#","error":"#);
    json(out, error);
    out.push(b'}');
}

/// Appends a value of ours, which always has a JSON form.
pub(crate) fn json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("strings, numbers and lists of them are JSON");
}
