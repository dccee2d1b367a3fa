#![doc = include_str!("../README.md")]

mod args;
mod arguments;
#[cfg_attr(not(feature = "ask"), path = "ask/off.rs")]
mod ask;
#[cfg(feature = "ask")]
mod asked;
mod broken;
mod builder;
mod call;
mod check;
mod client;
mod completion;
mod content;
mod context;
mod definition;
mod described;
mod dialect;
#[cfg(feature = "ask")]
mod elicitation;
mod error;
mod escape;
mod example;
mod expectation;
mod failure;
mod finite;
mod fitting;
#[cfg(feature = "ask")]
mod form;
mod held;
mod icon;
mod id;
mod identity;
mod in_flight;
mod into_content;
mod kind;
#[cfg(feature = "tower")]
mod layers;
mod lend;
mod limits;
mod listed;
mod listening;
mod lists;
mod log;
mod lookout;
#[cfg(feature = "media")]
mod media;
mod message;
mod meta;
mod methods;
mod near;
mod not_found;
mod offer;
mod ongoing;
mod output;
mod output_schema;
mod panics;
mod parameter;
mod path;
mod patterns;
mod peer;
mod progress;
mod prompts;
mod raw;
mod reference;
mod registered;
mod repair;
mod reply;
mod resource;
mod resource_list;
mod resources;
mod response;
mod result;
#[cfg(feature = "ask")]
mod roots;
mod running;
mod runtime_tool;
mod salvage;
#[cfg(feature = "ask")]
mod sampling;
mod schema;
mod server;
mod session;
mod setup;
mod shown;
mod state;
mod subject;
#[cfg(feature = "tasks")]
mod tasks;
mod tool;
mod tool_list;
mod tools;
#[cfg(feature = "tracing")]
mod trace;
mod unquote;
mod version;
mod work;

pub use args::Args;
#[cfg(feature = "ask")]
pub use asked::{Asked, Confirmed};
pub use builder::ServerBuilder;
pub use call::{Call, NewCall};
pub use client::Client;
pub use completion::{Completed, Completing, Completion};
pub use content::{Content, Role};
pub use context::{Context, Shield};
#[cfg(feature = "ask")]
pub use elicitation::{Elicit, Elicited};
pub use error::{ErrorCode, ErrorObject};
pub use failure::{Result, ToolError};
#[cfg(feature = "ask")]
pub use form::{Choice, Form, FormField};
pub use icon::{Icon, Theme};
pub use into_content::{Contents, IntoContent, Output};
#[cfg(feature = "tower")]
pub use layers::{CallToolRequest, CallToolResponse, Next, ToolLayer};
pub use listening::Farewell;
pub use log::LogLevel;
#[cfg(feature = "media")]
pub use media::{Audio, Image};
pub use not_found::NotFound;
pub use output::Failure;
pub use parameter::Argument;
pub use peer::Transport;
pub use progress::{Amount, Progress, Tracked};
pub use prompts::{IntoPrompt, Messages, Prompt, PromptMessage, PromptSet};
pub use resource::{EmbeddedResource, ResourceLink};
pub use resource_list::ResourceList;
#[cfg(feature = "directory")]
pub use resources::Directory;
pub use resources::{
    Entries, IntoResource, IntoResources, Listing, Resource, ResourceContents, ResourcePage,
    ResourceSet,
};
pub use result::{CallToolResult, Json};
#[cfg(feature = "ask")]
pub use roots::{Root, Roots};
pub use runtime_tool::{Answer, RuntimeTool};
pub use salvage::Salvage;
#[cfg(feature = "ask")]
pub use sampling::{Sample, Sampled};
pub use server::Server;
pub use session::{Session, Step};
pub use setup::SetupError;
pub use state::State;
#[cfg(feature = "tasks")]
pub use tasks::{MemoryTasks, Task, TaskStatus, TaskStore};
pub use tool::Tool;
pub use tool_list::ToolList;
pub use tools::{IntoTools, ToolSet};
#[cfg(feature = "tracing")]
pub use trace::{ClientLog, Trace, TraceLayer};
pub use version::ProtocolVersion;
pub use work::Work;

/// JSON values where they are written down, as in `meta = json!({ "ui": {} })`.
pub use serde_json::json;

/// The crate that describes types by JSON Schemas, for the derive on argument and result types.
pub use schemars;

#[doc = include_str!("../docs/data.md")]
pub use mcp_macros::data;

#[cfg(feature = "ask")]
#[doc = include_str!("../docs/form.md")]
pub use mcp_macros::form;

#[doc = include_str!("../docs/tool.md")]
pub use mcp_macros::tool;

#[doc = include_str!("../docs/resource.md")]
pub use mcp_macros::resource;

#[doc = include_str!("../docs/prompt.md")]
pub use mcp_macros::prompt;

/// What the macros' expansions call. No part of the interface; it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::__shown as shown;
    pub use crate::arguments::Arguments;
    pub use crate::broken::Broken;
    pub use crate::definition::Definition;
    pub use crate::example::examples_decode;
    pub use crate::lend::{Lend, Owned};
    pub use crate::limits::Bound;
    pub use crate::listed::{Listed, fault};
    pub use crate::output::{
        NoFailure, OtherFailure, OtherSuccess, PointerFailure, Returns, Shape, StructuredSuccess,
    };
    pub use crate::parameter::{FromCall, Parameter};
    pub use crate::resources::{Address, Part};
    pub use crate::running::Running;
    pub use crate::shown::{NotShown, Shown};
    pub use serde;
}
