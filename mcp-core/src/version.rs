//! The protocol's revisions, and everything that differs between them, as one table.
//!
//! Whoever needs to know what a revision allows asks its [`Rules`]; nobody compares dates.

use std::fmt;

use crate::error::ErrorCode;

/// A published revision of the Model Context Protocol.
///
/// Revisions are ordered by date. All but the last open with an `initialize` handshake; from
/// 2026-07-28 on every request carries its own version and there is no session.
///
/// ```
/// use mcp_core::ProtocolVersion;
///
/// let version = ProtocolVersion::from_date("2025-06-18").unwrap();
/// assert_eq!(version, ProtocolVersion::V2025_06_18);
/// assert!(version < ProtocolVersion::V2026_07_28);
/// assert_eq!(version.to_string(), "2025-06-18");
/// ```
///
/// Source: MCP 2026-07-28, "Versioning".
#[allow(
    non_camel_case_types,
    reason = "the dates are the revisions' only names"
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// The first published revision.
    V2024_11_05,
    /// Adds tool annotations, audio content and batches.
    V2025_03_26,
    /// Adds titles, structured results and resource links; drops batches.
    V2025_06_18,
    /// Adds icons and makes bad arguments a tool error; errors may leave out an unreadable id.
    V2025_11_25,
    /// Stateless: no handshake, every request describes itself.
    V2026_07_28,
}

/// How a client opens and keeps up a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// `initialize`, then a session with one negotiated version.
    Handshake,
    /// Each request names its version in `_meta`.
    Stateless,
}

/// Where a tool's display title goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Title {
    Nowhere,
    InAnnotations,
    OnTool,
}

/// What `structuredContent` and `outputSchema` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structured {
    /// Not part of the revision: only the text copy is sent.
    Nothing,
    /// A JSON object; any other value is wrapped as `{"result": …}`.
    Object,
    /// Any JSON value, as it is.
    Value,
}

/// What a revision adds, drops or wraps.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of a table")]
pub(crate) struct Rules {
    pub(crate) date: &'static str,
    pub(crate) era: Era,
    /// One line may hold an array of messages.
    pub(crate) batches: bool,
    /// Results say what they are (`resultType`) and who sent them (`_meta`).
    pub(crate) labelled_results: bool,
    /// Lists say how long they may be kept.
    pub(crate) cache_hints: bool,
    /// An error whose request id cannot be read has no `id`; elsewhere it is `null`.
    pub(crate) omits_unknown_id: bool,
    pub(crate) title: Title,
    pub(crate) annotations: bool,
    pub(crate) structured: Structured,
    /// Content may be sound.
    #[cfg_attr(not(feature = "media"), expect(dead_code, reason = "there is none"))]
    pub(crate) audio: bool,
    /// Content may be a link to a resource.
    pub(crate) resource_links: bool,
    /// Tools and content blocks have a `_meta`, and blocks say when what they show was last changed.
    pub(crate) meta: bool,
    /// Servers and tools have icons, and servers a description and a website.
    pub(crate) icons: bool,
    /// Forms have lists, and defaults of any kind.
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "there are none"))]
    pub(crate) rich_forms: bool,
    /// A page that a user is sent to has an id.
    #[cfg_attr(not(feature = "ask"), expect(dead_code, reason = "there are none"))]
    pub(crate) elicitation_ids: bool,
    /// Schemas name the headers in which HTTP clients repeat arguments.
    pub(crate) headers: bool,
    /// Completion is a capability that is declared.
    pub(crate) completions: bool,
    /// What a client is told of a resource that is not there.
    pub(crate) not_found: ErrorCode,
}

const VERSIONS: [ProtocolVersion; 5] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

/// One row for each revision, in the order of [`VERSIONS`].
#[rustfmt::skip]
static RULES: [Rules; VERSIONS.len()] = [
    Rules { date: "2024-11-05", era: Era::Handshake, batches: false, labelled_results: false, cache_hints: false, omits_unknown_id: false, title: Title::Nowhere,       annotations: false, structured: Structured::Nothing, audio: false, resource_links: false, meta: false, icons: false, rich_forms: false, elicitation_ids: false, headers: false, completions: false, not_found: ErrorCode::RESOURCE_NOT_FOUND },
    Rules { date: "2025-03-26", era: Era::Handshake, batches: true,  labelled_results: false, cache_hints: false, omits_unknown_id: false, title: Title::InAnnotations, annotations: true,  structured: Structured::Nothing, audio: true,  resource_links: false, meta: false, icons: false, rich_forms: false, elicitation_ids: false, headers: false, completions: true,  not_found: ErrorCode::RESOURCE_NOT_FOUND },
    Rules { date: "2025-06-18", era: Era::Handshake, batches: false, labelled_results: false, cache_hints: false, omits_unknown_id: false, title: Title::OnTool,        annotations: true,  structured: Structured::Object,  audio: true,  resource_links: true,  meta: true,  icons: false, rich_forms: false, elicitation_ids: false, headers: false, completions: true,  not_found: ErrorCode::RESOURCE_NOT_FOUND },
    Rules { date: "2025-11-25", era: Era::Handshake, batches: false, labelled_results: false, cache_hints: false, omits_unknown_id: true,  title: Title::OnTool,        annotations: true,  structured: Structured::Object,  audio: true,  resource_links: true,  meta: true,  icons: true,  rich_forms: true,  elicitation_ids: true , headers: false, completions: true,  not_found: ErrorCode::RESOURCE_NOT_FOUND },
    Rules { date: "2026-07-28", era: Era::Stateless, batches: false, labelled_results: true,  cache_hints: true , omits_unknown_id: true,  title: Title::OnTool,        annotations: true,  structured: Structured::Value,   audio: true,  resource_links: true,  meta: true,  icons: true,  rich_forms: true,  elicitation_ids: false, headers: true,  completions: true,  not_found: ErrorCode::INVALID_PARAMS },
];

impl ProtocolVersion {
    /// The newest revision that opens with a handshake: the counter-offer to a client that
    /// asks for one this crate does not speak.
    pub const LATEST_HANDSHAKE: Self = Self::V2025_11_25;

    /// All revisions, oldest first.
    ///
    /// ```
    /// # use mcp_core::ProtocolVersion;
    /// assert_eq!(ProtocolVersion::all().len(), 5);
    /// ```
    pub const fn all() -> &'static [Self] {
        &VERSIONS
    }

    /// The revision published on `date` (`YYYY-MM-DD`), if this crate speaks it.
    ///
    /// ```
    /// # use mcp_core::ProtocolVersion;
    /// assert_eq!(ProtocolVersion::from_date("1999-01-01"), None);
    /// ```
    pub fn from_date(date: &str) -> Option<Self> {
        VERSIONS.into_iter().find(|version| version.date() == date)
    }

    /// The date that names the revision on the wire.
    ///
    /// ```
    /// # use mcp_core::ProtocolVersion;
    /// assert_eq!(ProtocolVersion::V2024_11_05.date(), "2024-11-05");
    /// ```
    pub fn date(self) -> &'static str {
        self.rules().date
    }

    pub(crate) fn rules(self) -> &'static Rules {
        &RULES[self as usize]
    }

    /// The revision an `initialize` that asks for `requested` is answered with.
    pub(crate) fn negotiate(requested: &str) -> Self {
        Self::from_date(requested)
            .filter(|version| version.rules().era == Era::Handshake)
            .unwrap_or(Self::LATEST_HANDSHAKE)
    }

    /// The revision a request names in its `_meta`; only stateless ones may be named there.
    pub(crate) fn stateless(requested: &str) -> Option<Self> {
        Self::from_date(requested).filter(|version| version.rules().era == Era::Stateless)
    }

    /// Newest first, as `server/discover` and the error -32022 list them. Handshake revisions
    /// are named too, so that a client newer than this crate can fall back to `initialize`.
    pub(crate) fn supported() -> impl Iterator<Item = &'static str> {
        VERSIONS.into_iter().rev().map(Self::date)
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.date())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handshake_version_is_echoed_and_any_other_gets_the_newest_handshake_one() {
        for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
            assert_eq!(ProtocolVersion::negotiate(version).date(), version);
        }
        for version in ["2026-07-28", "2024-10-07", "2099-01-01", ""] {
            assert_eq!(ProtocolVersion::negotiate(version).date(), "2025-11-25");
        }
    }

    #[test]
    fn only_a_stateless_version_may_stand_in_a_request() {
        assert!(ProtocolVersion::stateless("2026-07-28").is_some());
        assert!(ProtocolVersion::stateless("2025-11-25").is_none());
    }
}
