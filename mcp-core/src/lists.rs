//! The lists that clients ask for, page by page.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use crate::server::Server;
use crate::version::{ProtocolVersion, Rules};

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl List {
    const ALL: usize = 4;

    /// Under which name a result has it.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }
}

/// Pages that have been made, at the first request for each list and version.
#[derive(Debug, Default)]
pub(crate) struct Pages([[Made; ProtocolVersion::all().len()]; List::ALL]);

/// The pages of one list in one version.
type Made = OnceLock<Vec<Box<[u8]>>>;

/// How long a client may keep a list, in milliseconds: it has to ask each time.
const TTL_MS: u64 = 0;

/// Who may be given a kept list: nobody else.
const CACHE_SCOPE: &str = "private";

/// The same, for what is written by hand.
pub(crate) const CACHE_HINTS: &[u8] = br#","ttlMs":0,"cacheScope":"private""#;

/// Says how long a result may be kept, where that is said.
pub(crate) fn hint(result: &mut Map<String, Value>, rules: &Rules) {
    if rules.cache_hints {
        result.insert("ttlMs".to_owned(), TTL_MS.into());
        result.insert("cacheScope".to_owned(), CACHE_SCOPE.into());
    }
}

/// The members of a page's result.
pub(crate) fn page(list: List, entries: Vec<Value>, next: Option<String>, rules: &Rules) -> Value {
    let mut page = Map::new();
    page.insert(list.key().to_owned(), entries.into());
    if let Some(next) = next {
        page.insert("nextCursor".to_owned(), next.into());
    }
    hint(&mut page, rules);
    page.into()
}

impl Server {
    /// One page of a list as the members of its result, without the opening brace's counterpart.
    /// `None` for a cursor that was never given out.
    pub(crate) fn page(
        &self,
        list: List,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Option<&[u8]> {
        let Pages(pages) = self.made_pages();
        let pages = pages[list as usize][version as usize]
            .get_or_init(|| self.pages(list, version.rules()));
        let number = number(cursor, pages.len())?;
        pages.get(number).map(AsRef::as_ref)
    }

    fn pages(&self, list: List, rules: &Rules) -> Vec<Box<[u8]>> {
        let entries = self.entries(list, rules);
        let pages = entries.chunks(self.page_size().min(entries.len()).max(1));
        // An empty list has a page too.
        let pages: Vec<&[Value]> = match pages.len() {
            0 => vec![&[]],
            _ => pages.collect(),
        };
        let count = pages.len();
        let written = |(number, entries): (usize, &[Value])| {
            let next = (number + 1 < count).then(|| (number + 1).to_string());
            let page = page(list, entries.to_vec(), next, rules);
            page.to_string().into_bytes().into()
        };
        pages.into_iter().enumerate().map(written).collect()
    }
}

/// The page that a cursor is of, among those made. Page 0 has no cursor, and `+1` or `01` is not
/// what was given out.
pub(crate) fn number(cursor: Option<&str>, pages: usize) -> Option<usize> {
    match cursor {
        None => Some(0),
        Some(cursor) => (1..pages).find(|page| page.to_string() == cursor),
    }
}
