//! A result that is known by its members.

use serde::Serialize;

use super::Reply;
use crate::response::{json, open_result};

impl Reply<'_> {
    /// A result with all members of a value, which is written as an object.
    pub(crate) fn members(&mut self, value: &impl Serialize) {
        open_result(self.out, self.id);
        json(self.out, value);
        self.out.pop();
        self.finish();
    }
}
