//! How grave a message to the client is.

use std::fmt;

use serde::Serialize;

/// How grave a message is: the levels of syslog, the least grave first.
///
/// ```
/// use mcp_core::LogLevel;
///
/// assert!(LogLevel::Debug < LogLevel::Error);
/// assert_eq!(LogLevel::Warning.to_string(), "warning");
/// ```
///
/// Source: MCP 2025-11-25, "Server / Utilities / Logging"; RFC 5424, section 6.2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// Of use when looking for a fault.
    Debug,
    /// What goes on.
    Info,
    /// Worth knowing, and nothing wrong.
    Notice,
    /// Something may go wrong.
    Warning,
    /// Something went wrong.
    Error,
    /// A part does not work any more.
    Critical,
    /// Somebody has to act at once.
    Alert,
    /// Nothing works any more.
    Emergency,
}

const LEVELS: [(LogLevel, &str); 8] = [
    (LogLevel::Debug, "debug"),
    (LogLevel::Info, "info"),
    (LogLevel::Notice, "notice"),
    (LogLevel::Warning, "warning"),
    (LogLevel::Error, "error"),
    (LogLevel::Critical, "critical"),
    (LogLevel::Alert, "alert"),
    (LogLevel::Emergency, "emergency"),
];

impl LogLevel {
    /// All names, for who sent none of them.
    pub(crate) fn names() -> String {
        LEVELS.map(|(_, name)| name).join(", ")
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let level = LEVELS.into_iter().find(|(_, known)| *known == name);
        level.map(|(level, _)| level)
    }

    /// The level at this place among all.
    pub(crate) fn of(place: u8) -> Self {
        LEVELS[usize::from(place)].0
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(LEVELS[*self as usize].1)
    }
}
