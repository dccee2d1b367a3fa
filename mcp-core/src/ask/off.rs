//! What stands in for asking where the feature `ask` is off: nothing is asked, nothing answered.

use serde_json::{Map, Value};

use crate::error::ErrorObject;
use crate::message::Request;
use crate::ongoing::Ongoing;
use crate::peer::Peer;
use crate::raw::Raw;

#[derive(Debug, Default)]
pub(crate) struct Kept {}

#[derive(Debug, Default)]
pub(crate) struct Round {}

#[derive(Debug)]
pub(crate) struct Requests;

impl Requests {
    pub(crate) fn new(_: &Kept) -> Self {
        Self
    }
}

impl Round {
    #[expect(clippy::unnecessary_wraps, reason = "as where answers are read")]
    pub(crate) fn of(_: &Request<'_>, _: &str, _: &Kept) -> Result<Self, ErrorObject> {
        Ok(Self {})
    }
}

#[expect(clippy::unused_self, reason = "as where there is something")]
impl Ongoing {
    pub(crate) fn end_of_round(&self, _: &Kept) -> Option<Map<String, Value>> {
        None
    }
}

#[expect(clippy::unused_self, reason = "as where there is something")]
impl Peer {
    pub(crate) fn answered(&self, _: Option<&str>, _: Result<Raw<'_>, Raw<'_>>) {}

    pub(crate) fn close(&self) {}
}
