//! PURE. The `get_context_usage` request: what fills the context window.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ControlRequest, Extra};
use crate::wire::fields::null_as_default;

/// How exact the count must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContextDetail {
    /// Estimated locally.
    Summary,
    /// Counted by the API; costs a request.
    Full,
}

/// Asks what fills the context window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct GetContextUsage {
    /// Absent leaves the choice to the CLI.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<ContextDetail>,
}

impl ControlRequest for GetContextUsage {
    const SUBTYPE: &'static str = "get_context_usage";
    type Response = ContextUsage;
}

/// What fills the context window.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ContextUsage {
    /// The shares, free space included.
    #[serde(deserialize_with = "null_as_default")]
    pub categories: Vec<ContextCategory>,
    /// Tokens in use.
    pub total_tokens: Option<u64>,
    /// Tokens that may be used.
    pub max_tokens: Option<u64>,
    /// Tokens the model has.
    pub raw_max_tokens: Option<u64>,
    /// Share in use, 0 to 100.
    pub percentage: Option<f64>,
    /// The CLI's own drawing, row by row.
    #[serde(deserialize_with = "null_as_default")]
    pub grid_rows: Vec<Value>,
    /// The model the numbers are for.
    pub model: Option<String>,
    /// Instruction files in the context.
    #[serde(deserialize_with = "null_as_default")]
    pub memory_files: Vec<Value>,
    /// MCP tools and their cost.
    #[serde(deserialize_with = "null_as_default")]
    pub mcp_tools: Vec<ContextTool>,
    /// Tokens at which the CLI compacts by itself.
    pub auto_compact_threshold: Option<u64>,
    /// Whether it does.
    pub is_auto_compact_enabled: Option<bool>,
    /// The conversation, split by kind of message.
    pub message_breakdown: Option<Value>,
    /// The API's own numbers of the last request.
    pub api_usage: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One share of the context window.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ContextCategory {
    /// Stable word for it.
    pub id: Option<String>,
    /// Name for people.
    pub name: String,
    /// Its size.
    pub tokens: Option<u64>,
    /// The CLI's colour role.
    pub color: Option<String>,
    /// `used`, `free` …
    pub kind: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// An MCP tool in the context window.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ContextTool {
    /// Full name.
    pub name: String,
    /// Its server.
    pub server_name: Option<String>,
    /// Its size.
    pub tokens: Option<u64>,
    /// In the context now, rather than on demand.
    pub is_loaded: Option<bool>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
