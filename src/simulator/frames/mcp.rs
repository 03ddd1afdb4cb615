//! PURE. The JSON-RPC messages the CLI sends to in-process servers. Ids count from 0 for each server.

use serde_json::{Value, json};

/// The version the CLI asks for.
pub const PROTOCOL_VERSION: &str = "2025-11-25";

/// `initialize`.
pub fn initialize(id: u64, cli_version: &str) -> Value {
    json!({
        "method": "initialize",
        "params": {
            "protocolVersion": PROTOCOL_VERSION,
            "capabilities": {},
            "clientInfo": {
                "name": "claude-code",
                "title": "Claude Code",
                "description": "Anthropic's agentic coding tool",
                "websiteUrl": "https://claude.com/claude-code",
                "version": cli_version,
            },
        },
        "jsonrpc": "2.0",
        "id": id,
    })
}

/// `notifications/initialized`.
pub fn initialized() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}

/// `tools/list`.
pub fn tools_list(id: u64) -> Value {
    json!({ "method": "tools/list", "jsonrpc": "2.0", "id": id })
}

/// `tools/call`; the name is the tool's own, without `mcp__server__`.
pub fn tools_call(id: u64, name: &str, arguments: &Value, tool_use_id: &str) -> Value {
    json!({
        "method": "tools/call",
        "params": {
            "name": name,
            "arguments": arguments,
            "_meta": { "claudecode/toolUseId": tool_use_id, "progressToken": id },
        },
        "jsonrpc": "2.0",
        "id": id,
    })
}

/// `notifications/cancelled`, after an interrupt.
pub fn cancelled(id: u64) -> Value {
    json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": id, "reason": "AbortError: remote-cancel" },
    })
}

/// The server and the tool in `mcp__server__tool`.
pub fn split_name(tool: &str) -> Option<(&str, &str)> {
    tool.strip_prefix("mcp__")?.split_once("__")
}

/// `mcp__server__tool`.
pub fn full_name(server: &str, tool: &str) -> String {
    let clean: String = server
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
                c
            } else {
                '_'
            }
        })
        .collect();
    format!("mcp__{clean}__{tool}")
}
