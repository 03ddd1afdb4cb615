//! PURE. Requests about MCP servers: their state, reconnecting, replacing, calling through the CLI.
//!
//! Does not own the JSON-RPC inside `mcp_message`; that is `wire::mcp`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ControlRequest, Empty, Extra};
use crate::wire::fields::null_as_default;

/// Asks for the state of all servers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct McpStatus {}

impl ControlRequest for McpStatus {
    const SUBTYPE: &'static str = "mcp_status";
    type Response = McpStatusResponse;
}

/// The state of all servers.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct McpStatusResponse {
    /// In the CLI's order.
    #[serde(deserialize_with = "null_as_default")]
    pub mcp_servers: Vec<McpServerStatus>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The state of one server.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct McpServerStatus {
    /// The key it is configured under.
    pub name: String,
    /// `connected`, `pending`, `failed`, `disabled`, `needs-auth` …
    pub status: Option<String>,
    /// What the server says about itself.
    pub server_info: Option<Value>,
    /// Why it failed.
    pub error: Option<String>,
    /// How it is started or reached.
    pub config: Option<Value>,
    /// `sdk`, `stdio`, `http`, `sse` …
    pub transport: Option<String>,
    /// Which kind of settings it comes from.
    pub scope: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Its tools, once connected.
    #[serde(deserialize_with = "null_as_default")]
    pub tools: Vec<McpToolInfo>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One tool of a server, as `mcp_status` lists it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct McpToolInfo {
    /// Name without the server prefix.
    pub name: String,
    /// Hints such as `readOnlyHint`.
    pub annotations: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Connects a server again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct McpReconnect {
    /// The key it is configured under.
    pub server_name: String,
}

impl ControlRequest for McpReconnect {
    const SUBTYPE: &'static str = "mcp_reconnect";
    type Response = Empty;
}

/// Turns a server on or off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct McpToggle {
    /// The key it is configured under.
    pub server_name: String,
    /// On or off.
    pub enabled: bool,
}

impl ControlRequest for McpToggle {
    const SUBTYPE: &'static str = "mcp_toggle";
    type Response = Empty;
}

/// Replaces all dynamic servers, in-process ones included.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct McpSetServers {
    /// Configuration by key.
    pub servers: IndexMap<String, Value>,
}

impl McpSetServers {
    /// Adds a server. A stdio configuration without `args` gets an empty list, because the CLI fails on its absence.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, mut config: Value) -> Self {
        if let Value::Object(object) = &mut config
            && object.contains_key("command")
            && !object.contains_key("args")
        {
            object.insert("args".to_owned(), Value::Array(Vec::new()));
        }
        self.servers.insert(name.into(), config);
        self
    }
}

impl ControlRequest for McpSetServers {
    const SUBTYPE: &'static str = "mcp_set_servers";
    type Response = McpSetServersResponse;
}

/// What the replacement did.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct McpSetServersResponse {
    /// New servers.
    #[serde(deserialize_with = "null_as_default")]
    pub added: Vec<String>,
    /// Servers that are gone.
    #[serde(deserialize_with = "null_as_default")]
    pub removed: Vec<String>,
    /// Server name to error text.
    #[serde(deserialize_with = "null_as_default")]
    pub errors: IndexMap<String, Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Pushes a JSON-RPC message of one of our in-process servers, such as `notifications/tools/list_changed`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct McpMessage {
    /// The key it is configured under.
    pub server_name: String,
    /// The JSON-RPC message.
    pub message: Value,
}

impl ControlRequest for McpMessage {
    const SUBTYPE: &'static str = "mcp_message";
    type Response = Empty;
}

/// Calls a tool of a server the CLI is connected to; not for in-process servers.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct McpCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// Fields that are not named above.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ControlRequest for McpCall {
    const SUBTYPE: &'static str = "mcp_call";
    type Response = McpCallResponse;
}

/// The result of a tool call.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct McpCallResponse {
    /// Content blocks.
    pub content: Option<Value>,
    /// The tool says it failed.
    pub is_error: Option<bool>,
    /// The structured form of the result.
    pub structured_content: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Reads a `ui://` resource of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct McpReadResource {
    /// The key it is configured under.
    pub server_name: String,
    /// The resource.
    pub uri: String,
}

impl ControlRequest for McpReadResource {
    const SUBTYPE: &'static str = "mcp_read_resource";
    type Response = McpReadResourceResponse;
}

/// The contents of a resource.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct McpReadResourceResponse {
    /// Content items.
    #[serde(deserialize_with = "null_as_default")]
    pub contents: Vec<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}
