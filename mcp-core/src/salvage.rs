//! Reads the id of a message that cannot be read otherwise.
//!
//! A line may be broken, too deep, not UTF-8 or too long to keep. Its sender still waits for an
//! answer, so this scanner walks the bytes, as they come, and picks the `id` member out of the
//! outermost object. It checks nothing else and keeps no more than one short token.

use serde_json::value::RawValue;

use crate::id::Id;

/// The longest id that is kept of a message that cannot be, in bytes. No client makes longer ones.
const MAX_ID_BYTES: usize = 1024;

/// A scanner for the id in an unreadable message. Bytes go in piece by piece.
///
/// A transport feeds it the line it drops and hands it to
/// [`Session::overlong`](crate::Session::overlong).
///
/// ```
/// use mcp_core::Salvage;
///
/// let mut salvage = Salvage::default();
/// salvage.push(br#"{"jsonrpc":"2.0","id":7,"method":"tools/ca"#);
/// salvage.push(br#"ll","params":{"name":"echo","arguments":{"text":"..."#);
/// assert_eq!(salvage.id(), Some("7"));
/// ```
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about what has gone by"
)]
pub struct Salvage {
    depth: usize,
    /// Between the quotes of a string; `Some(true)` right after a backslash.
    string: Option<bool>,
    after_colon: bool,
    /// The string or scalar being read in the outermost object, cut when it gets too long.
    token: Vec<u8>,
    key: Vec<u8>,
    id: Option<String>,
    has_id: bool,
    has_method: bool,
    is_answer: bool,
    ended: bool,
}

impl Salvage {
    /// Scans the next bytes of the message.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.ended {
                return;
            }
            match self.string {
                Some(escaped) => self.in_string(byte, escaped),
                None => self.structure(byte),
            }
        }
    }

    /// Whether nobody waits for an answer: the message is whole, and a notification or an answer.
    pub(crate) fn wants_no_answer(&self) -> bool {
        self.is_answer || (self.ended && self.has_method && !self.has_id)
    }

    /// The id's JSON token, if the message has one and is no answer to a request of ours.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref().filter(|_| !self.is_answer)
    }

    fn in_string(&mut self, byte: u8, escaped: bool) {
        self.keep(byte);
        self.string = match byte {
            b'\\' if !escaped => Some(true),
            b'"' if !escaped => None,
            _ => Some(false),
        };
    }

    fn structure(&mut self, byte: u8) {
        match byte {
            b'"' => {
                self.string = Some(false);
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.depth += 1;
                self.token.clear();
            }
            b'}' | b']' => self.close(),
            b':' if self.depth == 1 => {
                self.key = std::mem::take(&mut self.token).trim_ascii().to_vec();
                self.after_colon = true;
            }
            b',' if self.depth == 1 => self.end_member(),
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        let is_leading_space = self.token.is_empty() && byte.is_ascii_whitespace();
        if self.depth == 1 && !is_leading_space && self.token.len() <= MAX_ID_BYTES {
            self.token.push(byte);
        }
    }

    fn close(&mut self) {
        if self.depth == 1 {
            self.end_member();
        }
        self.depth = self.depth.saturating_sub(1);
        self.ended = self.depth == 0;
        self.token.clear();
    }

    fn end_member(&mut self) {
        match self.key.as_slice() {
            _ if !self.after_colon => {}
            br#""id""# => {
                self.has_id = true;
                self.id = readable(&self.token);
            }
            br#""method""# => self.has_method = true,
            br#""result""# | br#""error""# => self.is_answer = true,
            _ => {}
        }
        self.after_colon = false;
        self.token.clear();
    }
}

/// The id in a token of a message that is not JSON; the token itself must be, to be echoed.
fn readable(token: &[u8]) -> Option<String> {
    // A token of more bytes was cut, and what is left of it may be another id.
    let token = Some(token).filter(|token| token.len() <= MAX_ID_BYTES)?;
    let token = str::from_utf8(token.trim_ascii()).ok()?;
    serde_json::from_str::<&RawValue>(token).ok()?;
    Id::from_token(token).map(|id| id.token().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(message: &[u8]) -> Option<String> {
        let mut whole = Salvage::default();
        whole.push(message);
        let mut bytewise = Salvage::default();
        message.chunks(1).for_each(|byte| bytewise.push(byte));
        assert_eq!(whole.id(), bytewise.id());
        whole.id().map(str::to_owned)
    }

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        assert_eq!(id(br#"{"id":1,"method":"x"#).as_deref(), Some("1"));
        assert_eq!(
            id(br#"{"params":{"id":9,"a":[{"id":8}]}, "id" : "a\"b" }"#).as_deref(),
            Some(r#""a\"b""#)
        );
        assert_eq!(id(b"{\"text\":\"\xff\",\"id\":-3}").as_deref(), Some("-3"));
        assert_eq!(
            id(br#"{"id":"\ud83d","method":x"#).as_deref(),
            Some(r#""\ud83d""#)
        );
        assert_eq!(id(br#"{"id":1}{"id":2}"#).as_deref(), Some("1"));
    }

    #[test]
    fn what_is_cut_off_or_no_id_is_not_guessed() {
        for message in [
            &br#"{"id":12"#[..],
            br#"{"id":"ab"#,
            br#"{"id":null,"method":"x"}"#,
            br#"{"id":1.5,"method":"x"}"#,
            br#"{"params":{"id":1}}"#,
            br#"["id",1]"#,
            br#"{"a":"\"id\":1"}"#,
            b"{\"id\":\"\xff\",\"method\":1}",
            br#"{"id":01,"method":1}"#,
            br#"{"id":1 2,"method":1}"#,
            b"{\"id\":\"a\nb\",\"method\":1}",
            br#"{"id":"\x","method":1}"#,
            b"id:1,",
            b"",
        ] {
            assert_eq!(id(message), None, "{}", String::from_utf8_lossy(message));
        }
    }

    #[test]
    fn a_broken_answer_is_left_alone() {
        assert_eq!(id(br#"{"jsonrpc":"2.0","id":1,"result":{},"#), None);
    }

    #[test]
    fn an_endless_token_takes_no_memory() {
        let mut salvage = Salvage::default();
        salvage.push(br#"{"id":""#);
        (0..10_000).for_each(|_| salvage.push(&[b'x'; 100]));
        salvage.push(br#"","method":"x"}"#);
        assert_eq!(salvage.id(), None);
        assert!(salvage.token.capacity() < 4 * MAX_ID_BYTES);
    }
}
