//! The regular expressions of a schema.
//!
//! Schemas mean those of JavaScript. What is taken here is the part of them that matches in linear
//! time: no look-around and no back references, and `\d`, `\w` and `\s` are ASCII, as they are
//! there.

#[cfg(feature = "pattern")]
use std::collections::HashMap;

/// Compiled expressions, by their text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    #[cfg(feature = "pattern")]
    compiled: HashMap<String, regex_lite::Regex>,
}

impl Patterns {
    /// Adds an expression.
    ///
    /// # Errors
    /// Why it cannot be held to.
    #[cfg(feature = "pattern")]
    pub(crate) fn add(&mut self, pattern: &str) -> Result<(), String> {
        let compiled = regex_lite::Regex::new(pattern).map_err(|error| error.to_string())?;
        self.compiled.insert(pattern.to_owned(), compiled);
        Ok(())
    }

    #[cfg(not(feature = "pattern"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn add(&mut self, _: &str) -> Result<(), String> {
        Err("that needs the feature `pattern` of mcp-core".to_owned())
    }

    /// Whether a text holds a match. One that was not added is held to nothing.
    #[cfg(feature = "pattern")]
    pub(crate) fn match_in(&self, pattern: &str, text: &str) -> bool {
        let compiled = self.compiled.get(pattern);
        compiled.is_none_or(|compiled| compiled.is_match(text))
    }

    #[cfg(not(feature = "pattern"))]
    #[expect(clippy::unused_self, reason = "as with the feature")]
    pub(crate) fn match_in(&self, _: &str, _: &str) -> bool {
        true
    }
}
