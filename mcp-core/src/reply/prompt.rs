//! The result of `prompts/get`.

use super::Reply;
use crate::definition::Definition;
use crate::prompts::Messages;
use crate::response::{json, open_result};

impl Reply<'_> {
    /// A prompt's messages.
    pub(crate) fn messages(&mut self, write: impl FnOnce(&mut Messages<'_>)) {
        open_result(self.out, self.id);
        self.out.push(b'{');
        let definition = self.server.definition(self.subject);
        if let Some(description) = definition.and_then(Definition::description_text) {
            self.out.extend_from_slice(br#""description":"#);
            json(self.out, description);
            self.out.push(b',');
        }
        self.out.extend_from_slice(br#""messages":["#);
        write(&mut Messages::new(self.out, self.rules));
        self.out.push(b']');
        self.finish();
    }
}
