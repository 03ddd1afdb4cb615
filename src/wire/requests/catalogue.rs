//! PURE. What the CLI says about itself in answer to `initialize`: commands, agents, models, account, state.
//!
//! Owns reading it. There is no session id in it: that comes with the first message that carries one.

use serde::Deserialize;
use serde_json::Value;

use super::Extra;
use crate::wire::fields::null_as_default;
use crate::wire::permission::PermissionMode;

/// The answer to `initialize`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct InitializeResponse {
    /// Slash commands that can be typed.
    #[serde(deserialize_with = "null_as_default")]
    pub commands: Vec<CommandInfo>,
    /// Sub-agents that can be started.
    #[serde(deserialize_with = "null_as_default")]
    pub agents: Vec<AgentInfo>,
    /// Models that can be chosen.
    #[serde(deserialize_with = "null_as_default")]
    pub models: Vec<ModelInfo>,
    /// Who pays, as far as the CLI tells.
    pub account: Option<Account>,
    /// The output style in force.
    pub output_style: Option<String>,
    /// Output styles that can be chosen.
    #[serde(deserialize_with = "null_as_default")]
    pub available_output_styles: Vec<String>,
    /// The CLI's version.
    pub claude_code_version: Option<String>,
    /// The permission mode in force.
    pub current_permission_mode: Option<PermissionMode>,
    /// What the session is doing, in the CLI's words.
    pub session_state: Option<String>,
    /// Feature words of this CLI.
    #[serde(deserialize_with = "null_as_default")]
    pub capabilities: Vec<String>,
    /// Whether the hooks we sent were taken; only when hooks were sent.
    pub hooks_applied: Option<Value>,
    /// Whether `onFailure` is understood.
    pub hook_on_failure_supported: Option<bool>,
    /// State of manifests that were sent ahead.
    pub sdk_mcp_manifests_parked: Option<Value>,
    /// Process id of the CLI.
    pub pid: Option<u32>,
    /// State of fast mode.
    pub fast_mode_state: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A slash command.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct CommandInfo {
    /// Name without the slash.
    pub name: String,
    /// What it does.
    pub description: Option<String>,
    /// Placeholder for its arguments; often empty.
    pub argument_hint: Option<String>,
    /// Other names.
    #[serde(deserialize_with = "null_as_default")]
    pub aliases: Vec<String>,
    /// Comes with the CLI.
    pub builtin: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A sub-agent that can be started.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentInfo {
    /// Its name, as `subagent_type` expects it.
    pub name: String,
    /// When to use it.
    pub description: Option<String>,
    /// Its model, if it has one of its own.
    pub model: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A model that can be chosen.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ModelInfo {
    /// What `set_model` takes.
    pub value: String,
    /// The model behind the alias.
    pub resolved_model: Option<String>,
    /// Name for people.
    pub display_name: Option<String>,
    /// One line about it.
    pub description: Option<String>,
    /// Effort can be set.
    pub supports_effort: Option<bool>,
    /// Effort levels it knows.
    #[serde(deserialize_with = "null_as_default")]
    pub supported_effort_levels: Vec<String>,
    /// Decides by itself how long to think.
    pub supports_adaptive_thinking: Option<bool>,
    /// Has a fast mode.
    pub supports_fast_mode: Option<bool>,
    /// Can run in auto permission mode.
    pub supports_auto_mode: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Where the credentials come from; never the credentials themselves.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Account {
    /// Source of a login token, or `none`.
    pub token_source: Option<String>,
    /// Source of an API key.
    pub api_key_source: Option<String>,
    /// Which API is spoken to.
    pub api_provider: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
