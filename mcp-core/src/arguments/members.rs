//! Arguments that are decoded together, as the members of a struct.

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;

use super::{Arguments, Given};
use crate::described::Described;
use crate::expectation::excerpt;
use crate::parameter::Argument;
use crate::repair::Refusal;

/// What was sent for one member of a struct.
struct Member<'a> {
    index: usize,
    name: &'a str,
    value: &'a str,
}

impl<'a> Arguments<'a> {
    /// Decodes the next arguments together, as members of the struct that comes next.
    pub(crate) fn members<T: Argument>(&mut self) -> Option<T> {
        let faults = self.faults.len();
        let (members, more) = self.next_members();
        match T::decode(&written(&members, &more), !self.strict) {
            Ok(value) => {
                for Member { index, value, .. } in &members {
                    self.is_held(*index, value);
                }
                (self.faults.len() == faults).then_some(value)
            }
            Err(refusal) => self.refuse_members(&members, refusal, faults),
        }
    }

    /// What was sent for the members of the next struct, and what it takes besides.
    fn next_members(&mut self) -> (Vec<Member<'a>>, Vec<(Cow<'a, str>, &'a RawValue)>) {
        let Some(next) = self.structs.next() else {
            return (Vec::new(), Vec::new());
        };
        let own = self.next..self.next + next.members;
        self.next = own.end;
        let mut members = Vec::with_capacity(next.members);
        for index in own {
            let Described { name, required, .. } = &self.parameters[index];
            match self.given[index] {
                // Clients send null for what they leave out.
                Given::Value(value) if value.get() == "null" && !required && !self.strict => {}
                Given::Value(value) => members.push(Member {
                    index,
                    name,
                    value: value.get(),
                }),
                Given::Nothing if !required => {}
                Given::Nothing | Given::Misspelt(_) => _ = self.miss::<()>(index),
            }
        }
        let more = self.more.clone().filter(|_| next.is_open);
        (members, more.unwrap_or_default())
    }

    /// Names the member at fault and, since a decoder stops at the first, all others that their
    /// schemas refuse.
    #[cold]
    fn refuse_members<T>(
        &mut self,
        members: &[Member<'a>],
        mut refusal: Refusal,
        faults: usize,
    ) -> Option<T> {
        let stopped_at = refusal.path.enter();
        for Member { index, name, value } in members {
            let refusal = Some(&refusal).filter(|_| stopped_at.as_deref() == Some(name));
            self.refuse::<()>(*index, value, refusal);
        }
        if self.faults.len() == faults {
            let Refusal { got, reason, .. } = refusal;
            self.faults.push(format!("{reason}, got {}", excerpt(&got)));
        }
        None
    }
}

/// An object of these members and more.
fn written(members: &[Member<'_>], more: &[(Cow<'_, str>, &RawValue)]) -> String {
    let members = members.iter().map(|member| (member.name, member.value));
    let more = more.iter().map(|(name, value)| (&**name, value.get()));
    let member = |(name, value)| format!("{}:{value}", Value::from(name));
    let all: Vec<_> = members.chain(more).map(member).collect();
    format!("{{{}}}", all.join(","))
}
