//! PURE. The definition of a custom sub-agent, as `initialize` carries it.
//!
//! Owns the shape only; whether a tool or model of that name exists is the CLI's business.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;
use crate::wire::permission::PermissionMode;

/// One custom sub-agent. The map key in [`super::Initialize::agents`] is its name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentDefinition {
    /// When the model should use this agent.
    pub description: String,
    /// Its system prompt.
    pub prompt: String,
    /// Tools it may use; absent means all of the parent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// Tools taken away from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disallowed_tools: Option<Vec<String>>,
    /// Model name or alias; absent or `inherit` means the parent's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Names of known MCP servers, or objects that define one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mcp_servers: Option<Vec<Value>>,
    /// Upper bound of model requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_turns: Option<u32>,
    /// Run beside the conversation instead of inside the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<bool>,
    /// Permission mode it starts in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_mode: Option<PermissionMode>,
    /// Effort: a level word or a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Value>,
    /// Fields that are not named above.
    #[serde(flatten)]
    pub extra: Extra,
}

impl AgentDefinition {
    /// An agent with the two fields the CLI insists on.
    pub fn new(description: impl Into<String>, prompt: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            prompt: prompt.into(),
            ..Self::default()
        }
    }
}
