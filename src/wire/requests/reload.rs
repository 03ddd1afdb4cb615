//! PURE. Requests that make the CLI read its extensions again.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AgentInfo, CommandInfo, ControlRequest, Extra, McpServerStatus};
use crate::wire::fields::null_as_default;

/// Reads skills again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReloadSkills {}

impl ControlRequest for ReloadSkills {
    const SUBTYPE: &'static str = "reload_skills";
    type Response = Reloaded;
}

/// Reads plugins again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReloadPlugins {}

impl ControlRequest for ReloadPlugins {
    const SUBTYPE: &'static str = "reload_plugins";
    type Response = Reloaded;
}

/// Reads output styles again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReloadOutputStyles {}

impl ControlRequest for ReloadOutputStyles {
    const SUBTYPE: &'static str = "reload_output_styles";
    type Response = Reloaded;
}

/// The lists as they are after reading again; each request fills the ones it is about.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Reloaded {
    /// Slash commands.
    #[serde(deserialize_with = "null_as_default")]
    pub commands: Vec<CommandInfo>,
    /// Sub-agents.
    #[serde(deserialize_with = "null_as_default")]
    pub agents: Vec<AgentInfo>,
    /// Plugins.
    #[serde(deserialize_with = "null_as_default")]
    pub plugins: Vec<Value>,
    /// Skills.
    #[serde(deserialize_with = "null_as_default")]
    pub skills: Vec<Value>,
    /// MCP servers that plugins bring.
    #[serde(rename = "mcpServers", deserialize_with = "null_as_default")]
    pub mcp_servers: Vec<McpServerStatus>,
    /// Output styles.
    #[serde(deserialize_with = "null_as_default")]
    pub available_output_styles: Vec<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
