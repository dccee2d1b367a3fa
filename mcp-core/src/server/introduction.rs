//! How a server introduces itself: the results of `initialize` and of `server/discover`.

use serde_json::{Map, Value, json};

use super::Server;
use crate::lists::hint;
#[cfg(feature = "tasks")]
use crate::tasks::EXTENSION;
#[cfg(feature = "tasks")]
use crate::version::Era;
use crate::version::{ProtocolVersion, Rules};

impl Server {
    /// The result of `initialize`.
    pub(crate) fn initialized(&self, version: ProtocolVersion) -> Value {
        let mut result = json!({
            "protocolVersion": version.date(),
            "capabilities": self.capabilities(version.rules()),
            "serverInfo": self.0.identity.info(version.rules()),
        });
        if let Some(instructions) = &self.0.identity.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        result
    }

    /// The result of `server/discover`.
    pub(crate) fn discovered(&self, version: ProtocolVersion) -> Value {
        let supported: Vec<_> = ProtocolVersion::supported().collect();
        let mut result = json!({
            "supportedVersions": supported,
            "capabilities": self.capabilities(version.rules()),
        });
        if let Some(result) = result.as_object_mut() {
            hint(result, version.rules());
        }
        if let Some(instructions) = &self.0.identity.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        let info = self.0.identity.info(version.rules());
        result["resultType"] = "complete".into();
        result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": info });
        result
    }

    /// Only what there is: a method of an undeclared capability is no method.
    fn capabilities(&self, rules: &Rules) -> Map<String, Value> {
        let changing = |may: bool| match may {
            true => json!({ "listChanged": true }),
            false => json!({}),
        };
        let all = [
            (
                "completions",
                rules.completions && self.completes(),
                json!({}),
            ),
            ("logging", self.logs(), json!({})),
            ("prompts", self.has_prompts(), json!({})),
            (
                "resources",
                self.has_resources(),
                match self.resources_may_change() {
                    true => json!({ "subscribe": true, "listChanged": true }),
                    false => json!({}),
                },
            ),
            ("tools", self.has_tools(), changing(self.tools_may_change())),
            #[cfg(feature = "tasks")]
            (
                "extensions",
                rules.era == Era::Stateless && self.has_tasks(),
                json!({ EXTENSION: {} }),
            ),
        ];
        all.into_iter()
            .filter(|(_, has, _)| *has)
            .map(|(name, _, settings)| (name.to_owned(), settings))
            .collect()
    }
}
