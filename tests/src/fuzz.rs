//! What is asked of the whole with bytes of any kind: a function for each side that bytes come in
//! by. It panics where a promise is broken.
//!
//! The targets in `fuzz/` call these with bytes that a fuzzer makes up, the test `fuzz` with what
//! fuzzers have found worth keeping.

mod arguments;
mod framing;
mod uris;

pub use arguments::arguments;
pub use framing::framing;
pub use uris::uris;

use crate::conversation::{Conversation, VERSIONS};

/// One frame, in a session of each version and in one that has not begun.
pub fn message(bytes: &[u8]) {
    let fresh = std::iter::once(Conversation::new());
    let opened = VERSIONS.iter().copied().map(Conversation::opened);
    for mut conversation in fresh.chain(opened) {
        conversation.sends(bytes);
        conversation.ends();
    }
}

/// A session, one frame in each line. A line of `~` and one more byte polls a call that waits.
pub fn session(bytes: &[u8]) {
    let mut conversation = Conversation::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        match (line, conversation.waiting()) {
            ([b'~', _], 0) => {}
            ([b'~', which], waiting) => conversation.polls(usize::from(*which) % waiting),
            (frame, _) => conversation.sends(frame),
        }
    }
    conversation.ends();
}
