//! Pictures of a server and its tools, for clients to show.

use serde::Serialize;

/// A picture that a client may show beside a server's or a tool's name, since revision
/// 2025-11-25. A string is one too, by its address.
///
/// ```
/// use mcp_core::{Icon, Theme, tool};
///
/// /// Tomorrow's weather.
/// #[tool(icons = [
///     Icon::new("https://weather.example/sun.png").mime_type("image/png").size("48x48"),
///     Icon::new("https://weather.example/moon.svg").size("any").theme(Theme::Dark),
/// ])]
/// fn forecast() -> &'static str {
///     "sun"
/// }
///
/// /// Today's weather.
/// #[tool(icon = "https://weather.example/sun.png")]
/// fn weather() -> &'static str {
///     "sun"
/// }
/// ```
///
/// Source: MCP 2025-11-25, "Overview", section "Icons".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    src: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<Theme>,
}

/// The background that an icon is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
}

impl Icon {
    /// The icon at an address, which begins with `https:`, `http:` or `data:`.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }

    /// The icon's media type, where the address does not tell it.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a size that the icon can be shown in: `48x48`, or `any` for one that scales.
    #[must_use]
    pub fn size(mut self, size: impl Into<String>) -> Self {
        self.sizes.push(size.into());
        self
    }

    /// The background it is made for; without one, for all.
    #[must_use]
    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = Some(theme);
        self
    }

    /// What is wrong with the icon, if anything: clients follow no other addresses.
    pub(crate) fn fault(&self) -> Option<String> {
        let is_legal = ["https:", "http:", "data:"]
            .iter()
            .any(|scheme| self.src.starts_with(scheme));
        (!is_legal).then(|| {
            let src = &self.src;
            format!("icon `{src}` has to begin with `https:`, `http:` or `data:`")
        })
    }
}

impl From<&str> for Icon {
    fn from(src: &str) -> Self {
        Self::new(src)
    }
}

impl From<String> for Icon {
    fn from(src: String) -> Self {
        Self::new(src)
    }
}
