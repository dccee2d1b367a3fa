//! The result of `resources/read`.

use super::Reply;
use crate::failure::Failed;
use crate::lists::CACHE_HINTS;
use crate::resources::ResourceContents;
use crate::response::open_result;
use crate::subject::Subject;

impl Reply<'_> {
    /// A resource's contents. One without any is not there.
    pub(crate) fn contents(&mut self, write: impl FnOnce(&mut ResourceContents<'_>)) {
        let Subject::Resource { place, uri } = self.subject else {
            return;
        };
        let mime_type = self.server.resource(*place).definition.mime_type.as_deref();
        let start = self.out.len();
        open_result(self.out, self.id);
        self.out.extend_from_slice(br#"{"contents":["#);
        let mut contents = ResourceContents::new(self.out, uri, mime_type);
        write(&mut contents);
        let (is_empty, fault) = (contents.is_empty, contents.fault);
        if let Some(fault) = fault {
            self.out.truncate(start);
            return self.failure(&format!("the resource has no JSON form: {fault}"));
        }
        if is_empty {
            self.out.truncate(start);
            return self.failed(Failed::NotFound);
        }
        self.out.push(b']');
        if self.rules.cache_hints {
            self.out.extend_from_slice(CACHE_HINTS);
        }
        self.finish();
    }
}
