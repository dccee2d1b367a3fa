//! The result of `completion/complete`.

use super::Reply;
use crate::completion::Completion;
use crate::response::{json, open_result};

impl Reply<'_> {
    /// The values for an argument.
    pub(crate) fn completion(&mut self, completion: &Completion) {
        open_result(self.out, self.id);
        self.out.extend_from_slice(br#"{"completion":"#);
        json(self.out, completion);
        self.finish();
    }
}
