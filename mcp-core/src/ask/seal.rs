//! What a client keeps for the server and must not change: text with a code of authentication.

use std::fmt::{self, Write};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac_sha256::HMAC;

/// How long a client may take for its answers, unless its server says otherwise.
pub(crate) const LIFETIME: Duration = Duration::from_secs(3600);

/// A key to seal texts with.
#[derive(Default)]
pub(crate) struct Seal {
    /// Of this process only, unless it was given.
    key: OnceLock<[u8; 32]>,
}

impl Seal {
    pub(crate) fn with_key(key: [u8; 32]) -> Self {
        Self { key: key.into() }
    }

    /// The text and its code, HMAC-SHA-256 in hexadecimal digits.
    pub(crate) fn close(&self, text: &str) -> String {
        let code = HMAC::mac(text, self.key());
        format!("{}.{text}", hex(&code))
    }

    /// The text, if nobody has changed it.
    pub(crate) fn open<'a>(&self, sealed: &'a str) -> Option<&'a str> {
        let (digits, text) = sealed.split_once('.')?;
        let mut code = [0; 32];
        if digits.len() != 2 * code.len() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, digits) in code.iter_mut().zip(digits.as_bytes().chunks(2)) {
            let digits = str::from_utf8(digits).ok()?;
            *byte = u8::from_str_radix(digits, 16).ok()?;
        }
        HMAC::verify(text, self.key(), &code).then_some(text)
    }

    fn key(&self) -> &[u8; 32] {
        self.key.get_or_init(|| {
            let mut key = [0; 32];
            getrandom::fill(&mut key).expect("the system has random bytes");
            key
        })
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(digits, "{byte:02x}").expect("a string takes everything");
    }
    digits
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_and_what_was_changed_does_not() {
        let seal = Seal::default();
        let sealed = seal.close("a.b");
        assert_eq!(seal.open(&sealed), Some("a.b"));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[at] ^= 1;
            let changed = String::from_utf8(changed).expect("ASCII");
            assert_eq!(seal.open(&changed), None, "{changed}");
        }
        for junk in ["", ".", "a", "+1.a", &sealed[1..], &sealed[..64]] {
            assert_eq!(seal.open(junk), None, "{junk}");
        }
        assert_eq!(Seal::default().open(&sealed), None, "another key");
        assert_eq!(
            Seal::with_key([7; 32]).open(&Seal::with_key([7; 32]).close("x")),
            Some("x")
        );
    }
}
