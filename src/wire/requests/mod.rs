//! PURE. Every control request we may send to the CLI, and what comes back for it.
//!
//! Owns the payloads, one family a file. A request serialises *without* its subtype: the envelope adds it from
//! [`ControlRequest::SUBTYPE`]. Does not own ids, envelopes, timeouts or who is waiting.
//!
//! All responses have an open end (`extra`): what a newer CLI adds is kept, not dropped.
//!
//! ```
//! use cca::wire::requests::{ControlRequest, SetModel};
//!
//! let request = SetModel::to("haiku");
//! assert_eq!(SetModel::SUBTYPE, "set_model");
//! assert_eq!(serde_json::to_string(&request).unwrap(), r#"{"model":"haiku"}"#);
//! ```

mod agents;
mod catalogue;
mod context;
mod files;
mod info;
mod initialize;
mod mcp;
mod model;
mod reload;
mod session;
mod settings;
mod tasks;
mod turn;

use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;

pub use crate::wire::fields::Extra;
pub use agents::AgentDefinition;
pub use catalogue::{Account, AgentInfo, CommandInfo, InitializeResponse, ModelInfo};
pub use context::{ContextCategory, ContextDetail, ContextTool, ContextUsage, GetContextUsage};
pub use files::{
    FileSuggestions, FileSuggestionsResponse, ReadFile, ReadFileResponse, RegisterRepoRoot,
    RegisterRepoRootResponse, RewindFiles, RewindFilesResponse, SeedReadState,
};
pub use info::{
    BinaryVersion, GetBinaryVersion, GetHooksListing, GetSessionCost, GetUsage, HooksListing,
    ListModels, ListModelsResponse, ListPermissionRules, PermissionRuleEntry, PermissionRules,
    PermissionRulesState, SessionCost, SessionUsage, UsageResponse,
};
pub use initialize::{
    HookMatcher, Initialize, OnFailure, SdkServerConfig, SdkServerManifest, SdkToolPolicy,
};
pub use mcp::{
    McpCall, McpCallResponse, McpMessage, McpReadResource, McpReadResourceResponse, McpReconnect,
    McpServerStatus, McpSetServers, McpSetServersResponse, McpStatus, McpStatusResponse, McpToggle,
    McpToolInfo,
};
pub use model::{
    SetMaxThinkingTokens, SetModel, SetModelResponse, SetPermissionMode, SetPermissionModeResponse,
};
pub use reload::{ReloadOutputStyles, ReloadPlugins, ReloadSkills, Reloaded};
pub use session::{
    EndSession, GenerateSessionTitle, GenerateSessionTitleResponse, RenameSession, SetColor,
    SetHasSubscribers,
};
pub use settings::{
    AppliedSettings, ApplyFlagSettings, GetSettings, SettingsResponse, SettingsSource,
    UpdateSettings,
};
pub use tasks::{
    BackgroundTasks, BackgroundTasksResponse, GetTaskOutput, StopTask, TaskOutputResponse,
};
pub use turn::{
    CancelAsyncMessage, CancelAsyncMessageResponse, Interrupt, InterruptResponse, SideQuestion,
    SideQuestionResponse,
};

/// A control request that we send, tied to what the CLI answers on success.
pub trait ControlRequest: Serialize {
    /// The word that the envelope puts into `request.subtype`.
    const SUBTYPE: &'static str;
    /// The payload of a success response.
    type Response: DeserializeOwned;
}

/// The answer of a request that has none: any object, `null`, or nothing at all.
///
/// A success frame may lack its `response` key; whoever decodes it hands `Value::Null` here.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Empty {
    /// Whatever the CLI sent although nothing was expected.
    pub extra: Extra,
}

impl<'de> Deserialize<'de> for Empty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let extra = match Option::<Value>::deserialize(deserializer)? {
            None | Some(Value::Null) => Extra::new(),
            Some(Value::Object(object)) => object,
            Some(other) => Extra::from_iter([("response".to_owned(), other)]),
        };
        Ok(Self { extra })
    }
}

#[cfg(test)]
#[path = "requests_tests/mod.rs"]
mod tests;
