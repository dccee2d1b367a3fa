//! Resources in content: links to them, and the things themselves.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::content::{Annotations, annotated};
use crate::icon::Icon;
use crate::version::{Rules, Title};

/// A link to a resource, which the client fetches if somebody wants it.
///
/// It need not be one that the server lists. Clients that know no links read it as text.
///
/// ```
/// use mcp_core::{ResourceLink, tool};
///
/// /// Where the report of a year is.
/// #[tool]
/// fn report(year: u16) -> ResourceLink {
///     ResourceLink::new(format!("https://example.com/{year}.pdf"), format!("{year}.pdf"))
///         .title(format!("Report of {year}"))
///         .mime_type("application/pdf")
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink {
    uri: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    icons: Vec<Icon>,
    #[serde(skip_serializing_if = "Annotations::are_none")]
    pub(crate) annotations: Annotations,
    #[serde(rename = "_meta", skip_serializing_if = "Map::is_empty")]
    pub(crate) meta: Map<String, Value>,
}

annotated!(ResourceLink);

impl ResourceLink {
    /// A link to what `uri` names, called `name`.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: Annotations::default(),
            meta: Map::new(),
        }
    }

    /// The name people see.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the resource is, for the model.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The resource's media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The resource's size in bytes.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Adds a picture of the resource, as an [`Icon`] or by its address. Sent since revision
    /// 2025-11-25.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Icon>) -> Self {
        self.icons.push(icon.into());
        self
    }

    /// Adds a member to the resource's `_meta`, for clients that know it.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Takes out what the revision does not have.
    pub(crate) fn keep_to(&mut self, rules: &Rules) {
        self.annotations = self.annotations.under(rules);
        if rules.title != Title::OnTool {
            self.title = None;
        }
        if !rules.icons {
            self.icons.clear();
        }
        if !rules.meta {
            self.meta.clear();
        }
    }

    /// What a client reads that knows no links.
    pub(crate) fn in_words(&self) -> String {
        let title = self.title.as_ref().unwrap_or(&self.name);
        let link = format!("[{title}]({})", self.uri);
        match &self.description {
            Some(description) => format!("{link}: {description}"),
            None => link,
        }
    }
}

/// A resource that is part of the answer: its text or its bytes, under its URI.
///
/// ```
/// use mcp_core::{EmbeddedResource, tool};
///
/// /// Shows the licence.
/// #[tool]
/// fn licence() -> EmbeddedResource {
///     EmbeddedResource::text("file:///LICENSE", "Do what you like.").mime_type("text/plain")
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmbeddedResource {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(flatten)]
    data: Data,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Data {
    Text(String),
    #[cfg(feature = "media")]
    Blob(#[serde(serialize_with = "crate::media::base64")] Vec<u8>),
}

impl EmbeddedResource {
    /// A resource that is a text.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of(uri.into(), Data::Text(text.into()))
    }

    /// A resource that is bytes, which travel as base64. Needs the feature `media`.
    #[cfg(feature = "media")]
    pub fn blob(uri: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self::of(uri.into(), Data::Blob(bytes.into()))
    }

    fn of(uri: String, data: Data) -> Self {
        Self {
            uri,
            mime_type: None,
            data,
        }
    }

    /// The resource's media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }
    /// Says of which type it is, if that has not been said.
    pub(crate) fn or_of_type(mut self, mime_type: Option<&str>) -> Self {
        self.mime_type = self.mime_type.or_else(|| mime_type.map(str::to_owned));
        self
    }
}
