//! Who a server is.

use serde_json::{Value, json};

use crate::icon::Icon;
use crate::response::COMPLETE;
use crate::version::{ProtocolVersion, Rules, Title};

/// What a client is told about the server itself.
#[derive(Debug)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) instructions: Option<String>,
}

impl Identity {
    fn name(&self, rules: &Rules) -> Value {
        let mut name = json!({ "name": self.name, "version": self.version });
        if let (Some(title), Title::OnTool) = (&self.title, rules.title) {
            name["title"] = title.as_str().into();
        }
        name
    }

    pub(crate) fn info(&self, rules: &Rules) -> Value {
        let mut info = self.name(rules);
        if !rules.icons {
            return info;
        }
        if let Some(description) = &self.description {
            info["description"] = description.as_str().into();
        }
        if let Some(url) = &self.website_url {
            info["websiteUrl"] = url.as_str().into();
        }
        if !self.icons.is_empty() {
            info["icons"] = json!(self.icons);
        }
        info
    }

    /// The members that end a labelled result: the name alone, since there are many results.
    pub(crate) fn label(&self) -> Vec<u8> {
        let name = self.name(ProtocolVersion::V2026_07_28.rules());
        let meta = json!({ "io.modelcontextprotocol/serverInfo": name });
        format!(r#"{COMPLETE},"_meta":{meta}"#).into_bytes()
    }
}
