//! Arguments that are decoded together, as the members of a struct.

use std::borrow::Cow;

use serde_json::Value;

use super::{Arguments, Given};
use crate::args::Others;
use crate::described::Described;
use crate::expectation::excerpt;
use crate::parameter::Argument;
use crate::raw::Raw;
use crate::repair::Refusal;

/// What was sent for one member of a struct.
struct Member<'a> {
    index: usize,
    name: &'a str,
    value: &'a str,
}

/// What was sent for a struct.
#[derive(Default)]
struct Sent<'a> {
    members: Vec<Member<'a>>,
    /// The places of required members that were not.
    missing: Vec<usize>,
    /// What else the struct may know.
    others: Vec<(Cow<'a, str>, Raw<'a>)>,
}

impl<'a> Arguments<'a> {
    /// Decodes the next arguments together, as members of the struct that comes next.
    pub(crate) fn members<T: Argument>(&mut self) -> Option<T> {
        let faults = self.faults.len();
        let Sent {
            members,
            missing,
            others,
        } = self.next_members();
        match T::decode(&written(&members, &others), !self.strict) {
            // What is missing has come under an alias.
            Ok(value) => {
                for Member { index, value, .. } in &members {
                    self.is_held(*index, value);
                }
                (self.faults.len() == faults).then_some(value)
            }
            Err(refusal) => {
                for index in missing {
                    self.miss::<()>(index);
                }
                self.refuse_members(&members, refusal, faults)
            }
        }
    }

    /// What was sent for the next struct.
    fn next_members(&mut self) -> Sent<'a> {
        let Some(next) = self.structs.next() else {
            return Sent::default();
        };
        let own = self.next..self.next + next.members;
        self.next = own.end;
        let mut sent = Sent::default();
        for index in own {
            let Described { name, required, .. } = &self.parameters[index];
            match self.given[index] {
                // Clients send null for what they leave out.
                Given::Value(value) if value.get() == "null" && !required && !self.strict => {}
                Given::Value(value) => sent.members.push(Member {
                    index,
                    name,
                    value: value.get(),
                }),
                Given::Nothing if !required => {}
                Given::Misspelt(_) if !required => _ = self.miss::<()>(index),
                Given::Nothing | Given::Misspelt(_) => sent.missing.push(index),
            }
        }
        if next.others != Others::Refused {
            sent.others.clone_from(&self.others);
        }
        sent
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
fn written(members: &[Member<'_>], more: &[(Cow<'_, str>, Raw<'_>)]) -> String {
    let members = members.iter().map(|member| (member.name, member.value));
    let more = more.iter().map(|(name, value)| (&**name, value.get()));
    let member = |(name, value)| format!("{}:{value}", Value::from(name));
    let all: Vec<_> = members.chain(more).map(member).collect();
    format!("{{{}}}", all.join(","))
}
