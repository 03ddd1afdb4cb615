//! PURE. The `input` of a hook callback: what every event has, and what each event adds.

use super::stamp::put;
use serde_json::{Map, Value, json};

/// What every event says about its session.
#[derive(Debug, Clone, Default)]
pub struct HookContext<'a> {
    /// The session.
    pub session_id: &'a str,
    /// Its file.
    pub transcript_path: &'a str,
    /// Where it works.
    pub cwd: &'a str,
    /// The prompt of the turn; none before the first.
    pub prompt_id: Option<&'a str>,
    /// The permission mode; some events leave it out, see [`input`].
    pub permission_mode: &'a str,
    /// The effort, e.g. `medium`.
    pub effort: &'a str,
    /// The sub-agent it happens in: id and kind.
    pub agent: Option<(&'a str, &'a str)>,
}

/// Events that name the permission mode.
const WITH_MODE: &[&str] = &[
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "PermissionRequest",
    "PermissionDenied",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "Stop",
    "SubagentStop",
];

/// Events that name the effort.
const WITH_EFFORT: &[&str] = &[
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "PermissionRequest",
    "PermissionDenied",
    "Stop",
    "SubagentStop",
];

/// The input of `event`: what is common, then what is its own.
pub fn input(event: &str, context: &HookContext<'_>, own: &Map<String, Value>) -> Value {
    let mut input = json!({
        "session_id": context.session_id,
        "transcript_path": context.transcript_path,
        "cwd": context.cwd,
    });
    if let Some(prompt_id) = context.prompt_id {
        put(&mut input, "prompt_id", prompt_id);
    }
    if WITH_MODE.contains(&event) {
        put(&mut input, "permission_mode", context.permission_mode);
    }
    if let Some((id, kind)) = context.agent {
        put(&mut input, "agent_id", id);
        put(&mut input, "agent_type", kind);
    }
    if WITH_EFFORT.contains(&event) {
        put(&mut input, "effort", json!({ "level": context.effort }));
    }
    put(&mut input, "hook_event_name", event);
    for (key, value) in own {
        put(&mut input, key, value.clone());
    }
    input
}

/// What `PreToolUse` adds.
pub fn pre_tool_use(tool: &str, tool_input: &Value, id: &str) -> Map<String, Value> {
    own(&[
        ("tool_name", json!(tool)),
        ("tool_input", tool_input.clone()),
        ("tool_use_id", json!(id)),
    ])
}

/// What `PostToolUse` adds; the response is the structured result.
pub fn post_tool_use(
    tool: &str,
    tool_input: &Value,
    id: &str,
    response: &Value,
    duration_ms: u64,
) -> Map<String, Value> {
    own(&[
        ("tool_name", json!(tool)),
        ("tool_input", tool_input.clone()),
        ("tool_response", response.clone()),
        ("tool_use_id", json!(id)),
        ("duration_ms", json!(duration_ms)),
    ])
}

/// What `PostToolUseFailure` adds.
pub fn tool_failed(
    tool: &str,
    tool_input: &Value,
    id: &str,
    error: &str,
    is_interrupt: bool,
    duration_ms: u64,
) -> Map<String, Value> {
    own(&[
        ("tool_name", json!(tool)),
        ("tool_input", tool_input.clone()),
        ("tool_use_id", json!(id)),
        ("error", json!(error)),
        ("is_interrupt", json!(is_interrupt)),
        ("duration_ms", json!(duration_ms)),
    ])
}

/// What `PermissionRequest` adds.
pub fn permission_request(
    tool: &str,
    tool_input: &Value,
    suggestions: Option<&[Value]>,
) -> Map<String, Value> {
    let mut fields = own(&[
        ("tool_name", json!(tool)),
        ("tool_input", tool_input.clone()),
    ]);
    if let Some(suggestions) = suggestions {
        fields.insert("permission_suggestions".to_owned(), json!(suggestions));
    }
    fields
}

/// What `Stop` adds; `SubagentStop` has these and the agent's own file.
pub fn stop(active: bool, last_message: &str, tasks: &[Value]) -> Map<String, Value> {
    own(&[
        ("stop_hook_active", json!(active)),
        ("last_assistant_message", json!(last_message)),
        ("background_tasks", json!(tasks)),
        ("session_crons", json!([])),
    ])
}

/// What `UserPromptSubmit` adds.
pub fn prompt(prompt: &str) -> Map<String, Value> {
    own(&[("prompt", json!(prompt))])
}

fn own(fields: &[(&str, Value)]) -> Map<String, Value> {
    fields
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()))
        .collect()
}
