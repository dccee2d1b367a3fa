//! Answers that are longer than their tool may give.

use super::Reply;
use crate::definition::Definition;
use crate::into_content::Contents;
use crate::subject::Subject;

impl Reply<'_> {
    /// Writes content, as much as the tool may answer with, and ends its list.
    pub(super) fn say(&mut self, write: impl FnOnce(&mut Contents<'_>)) {
        let most = self.max_output();
        let mut contents = Contents::new(self.out, self.rules, most);
        write(&mut contents);
        let left_out = contents.left_out();
        if left_out > 0 {
            let note = format!(
                "({left_out} bytes more were left out: an answer has at most {most}.{})",
                narrower(self.server.definition(self.subject))
            );
            contents.note(&note);
        }
        self.out.push(b']');
    }

    /// What is said in place of a value that is too long, of which no half is any use.
    pub(super) fn too_long(&self, value: &[u8]) -> Option<String> {
        let (length, most) = (value.len(), self.max_output());
        (length > most).then(|| {
            format!(
                "the result is not shown, since it has {length} bytes and an answer has at most {most}.{}",
                narrower(self.server.definition(self.subject))
            )
        })
    }

    /// How long an answer may be, in bytes.
    fn max_output(&self) -> usize {
        match self.subject {
            Subject::Tool(place) => self.server.tool(*place).max_output(),
            _ => usize::MAX,
        }
    }
}

/// How to ask for less.
fn narrower(definition: Option<&Definition>) -> String {
    let parameters = definition.map_or(&[][..], |definition| &definition.parameters);
    let names: Vec<_> = parameters
        .iter()
        .map(|known| format!("`{}`", known.name))
        .collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => format!(" Ask for less with {only}."),
        Some((last, first)) => format!(" Ask for less with {} or {last}.", first.join(", ")),
    }
}
