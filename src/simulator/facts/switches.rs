//! PURE. Environment variables that change what the CLI does. The values come in as a map.

use std::collections::BTreeMap;

/// What the environment turned on or off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Switches {
    /// `CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS`, or the next: `session_state_changed` is sent.
    pub state_events: bool,
    /// `CLAUDE_CODE_SDK_READS_SESSION_STATE`: each of those frames is marked `sdk_host_only`.
    pub state_for_sdk: bool,
    /// `CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING`.
    pub checkpoints: bool,
    /// `CLAUDE_CODE_ENABLE_TASKS`: the task list; off means todos.
    pub tasks: bool,
    /// `ENABLE_TOOL_SEARCH`.
    pub tool_search: bool,
    /// `CLAUDE_CODE_MAX_RETRIES`.
    pub max_retries: u32,
    /// `MCP_TOOL_TIMEOUT`.
    pub mcp_tool_timeout_ms: Option<u64>,
    /// `ANTHROPIC_API_KEY` is set.
    pub api_key: bool,
    /// `CLAUDE_CODE_STARTUP_FAILURE_RESULTS`.
    pub startup_results: bool,
}

impl Switches {
    /// Reads the variables.
    pub fn read(env: &BTreeMap<String, String>) -> Self {
        let text = |name: &str| env.get(name).map(String::as_str);
        let on = |name: &str| text(name).is_some_and(is_on);
        let for_sdk = on("CLAUDE_CODE_SDK_READS_SESSION_STATE");
        let emit = on("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS");
        Self {
            state_events: emit || for_sdk,
            state_for_sdk: for_sdk && !emit,
            checkpoints: on("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"),
            tasks: text("CLAUDE_CODE_ENABLE_TASKS").is_none_or(is_on),
            tool_search: text("ENABLE_TOOL_SEARCH").is_none_or(is_on),
            max_retries: text("CLAUDE_CODE_MAX_RETRIES")
                .and_then(|value| value.parse().ok())
                .unwrap_or(10),
            mcp_tool_timeout_ms: text("MCP_TOOL_TIMEOUT").and_then(|value| value.parse().ok()),
            api_key: text("ANTHROPIC_API_KEY").is_some_and(|key| !key.is_empty()),
            startup_results: on("CLAUDE_CODE_STARTUP_FAILURE_RESULTS"),
        }
    }
}

fn is_on(value: &str) -> bool {
    matches!(
        value.to_ascii_lowercase().as_str(),
        "1" | "true" | "yes" | "on"
    )
}
