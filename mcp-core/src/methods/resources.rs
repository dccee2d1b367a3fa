//! The methods of resources.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::{Answer, Asked, bad_cursor, cursor, empty};
use crate::error::ErrorObject;
use crate::failure::{Failed, ToolError};
use crate::lists::{self, List};
use crate::message::{Request, text};
use crate::not_found::not_found;
use crate::raw::Raw;
use crate::resources::{Listing, ResourcePage, scheme};
use crate::running::Running;
use crate::server::Server;
use crate::session::Session;
use crate::subject::Subject;
use crate::version::{ProtocolVersion, Rules};

impl Session {
    pub(super) fn read(&self, version: ProtocolVersion, request: &Request<'_>) -> Answer {
        let uri = uri(request)?;
        let found = self.server.find_resource(&uri);
        let (place, variables) = found.ok_or_else(|| not_found(&uri, version.rules()))?;
        let variables = variables
            .into_iter()
            .map(|(name, value)| (name, Value::from(value)));
        let variables: Map<String, Value> = variables.collect();
        let variables = json!(variables).to_string();
        let asked = Asked {
            request,
            version,
            name: &uri,
            arguments: Raw::new(&variables),
        };
        let subject = Subject::Resource {
            place,
            uri: (&*uri).into(),
        };
        self.start_or_fail(&asked, subject, self.server.resource(place))
    }

    /// Tells the session when a resource changes.
    pub(super) fn subscribe(&self, request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        self.peer.subscribe(&uri(request)?)?;
        Ok(empty(request, out))
    }

    pub(super) fn unsubscribe(&self, request: &Request<'_>, out: &mut Vec<u8>) -> Answer {
        self.peer.unsubscribe(&uri(request)?);
        Ok(empty(request, out))
    }

    /// Lists what was written down, and then what templates find out there is.
    pub(super) fn list_resources(
        &self,
        version: ProtocolVersion,
        request: &Request<'_>,
        out: &mut Vec<u8>,
    ) -> Answer {
        if self.server.listers().next().is_none() {
            return self.list(List::Resources, version, request, out);
        }
        let rules = version.rules();
        let cursor = cursor(request)?;
        let place = Place::of(cursor.as_deref()).ok_or_else(bad_cursor)?;
        let page = found_out(self.server.clone(), rules, place);
        Ok(self.running(version, request, Subject::List, Running::finding(page)))
    }
}

/// Where a page of resources begins.
enum Place {
    /// Among those written down, by the number of those before.
    Written(usize),
    /// Among those of a template's.
    Found {
        lister: usize,
        cursor: Option<String>,
    },
}

impl Place {
    fn of(cursor: Option<&str>) -> Option<Self> {
        let Some(cursor) = cursor else {
            return Some(Self::Written(0));
        };
        match cursor.split_once(':') {
            None => cursor.parse().ok().map(Self::Written),
            Some((lister, cursor)) => Some(Self::Found {
                lister: lister.parse().ok()?,
                cursor: Some(cursor.to_owned()).filter(|cursor| !cursor.is_empty()),
            }),
        }
    }
}

/// A page of resources of which some are found out now. It ends where a page of what was written
/// down does, or where a template says that there is more.
async fn found_out(server: Server, rules: &'static Rules, place: Place) -> Result<Value, Failed> {
    let page = |entries, next| Ok(lists::page(List::Resources, entries, next, rules));
    let mut entries = Vec::new();
    let (mut next, mut cursor) = (0, None);
    match place {
        Place::Written(start) => {
            let written = server.entries(List::Resources, rules);
            let end = start.saturating_add(server.page_size()).min(written.len());
            let chunk = written.get(start..end);
            entries = chunk
                .ok_or_else(|| Failed::Protocol(bad_cursor()))?
                .to_vec();
            if end < written.len() {
                return page(entries, Some(end.to_string()));
            }
        }
        Place::Found { lister, cursor: at } => (next, cursor) = (lister, at),
    }
    let listers: Vec<_> = server.listers().skip(next).cloned().collect();
    if listers.is_empty() {
        return Err(Failed::Protocol(bad_cursor()));
    }
    for lister in listers {
        let listing = Listing::new(server.clone(), cursor.take());
        let ResourcePage {
            resources,
            next: more,
        } = lister.list(listing).await.map_err(ToolError::into_failed)?;
        entries.extend(resources.into_iter().map(|mut link| {
            link.keep_to(rules);
            json!(link)
        }));
        if let Some(more) = more {
            return page(entries, Some(format!("{next}:{more}")));
        }
        next += 1;
    }
    page(entries, None)
}

/// The URI that a request is about.
fn uri<'a>(request: &Request<'a>) -> Result<Cow<'a, str>, ErrorObject> {
    let uri = request.params.uri.and_then(text);
    uri.filter(|uri| scheme(uri).is_some()).ok_or_else(|| {
        ErrorObject::invalid_params("`uri` must be a URI, as in `file:///notes.txt`")
    })
}
