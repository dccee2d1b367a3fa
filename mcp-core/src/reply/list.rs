//! The result of a list of which a part was found out.

use super::Reply;
use crate::response::{json, open_result};

impl Reply<'_> {
    /// A page of a list: the members of its result, with their opening brace.
    pub(crate) fn page(&mut self, page: &serde_json::Value) {
        open_result(self.out, self.id);
        json(self.out, page);
        self.out.pop();
        self.finish();
    }
}
