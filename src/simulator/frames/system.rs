//! PURE. `system` frames, but for those about tasks (`tasks`) and `init`, whose content is facts (`facts::Facts::init`).

use super::Stamp;
use super::stamp::{put, put_some, sign};
use serde_json::{Value, json};

/// `status: requesting`: the API is asked (with partial messages only).
pub fn requesting(stamp: &Stamp, prompts: &[String]) -> Value {
    let mut frame = sign(
        json!({ "type": "system", "subtype": "status", "status": "requesting" }),
        stamp,
    );
    if !prompts.is_empty() {
        put(&mut frame, "user_message_uuids", json!(prompts));
    }
    frame
}

/// `status: compacting`.
pub fn compacting(stamp: &Stamp) -> Value {
    sign(
        json!({ "type": "system", "subtype": "status", "status": "compacting" }),
        stamp,
    )
}

/// The compaction is over.
pub fn compacted(stamp: &Stamp, success: bool) -> Value {
    let word = if success { "success" } else { "failed" };
    sign(
        json!({ "type": "system", "subtype": "status", "status": null, "compact_result": word }),
        stamp,
    )
}

/// The permission mode changed.
pub fn mode_changed(stamp: &Stamp, mode: &str) -> Value {
    sign(
        json!({ "type": "system", "subtype": "status", "status": null, "permissionMode": mode }),
        stamp,
    )
}

/// A bare status without anything else.
pub fn no_status(stamp: &Stamp) -> Value {
    sign(
        json!({ "type": "system", "subtype": "status", "status": null }),
        stamp,
    )
}

/// What the session waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    /// A prompt.
    Idle,
    /// Nothing: it works.
    Running,
    /// An answer to a permission request or an elicitation.
    RequiresAction,
}

impl SessionState {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Running => "running",
            Self::RequiresAction => "requires_action",
        }
    }
}

/// `session_state_changed`; `for_sdk` is how the official SDKs ask for it.
pub fn state(stamp: &Stamp, state: SessionState, for_sdk: bool) -> Value {
    let mut frame = sign(
        json!({ "type": "system", "subtype": "session_state_changed", "state": state.word() }),
        stamp,
    );
    if for_sdk {
        put(&mut frame, "sdk_host_only", true);
    }
    frame
}

/// A failed attempt at the API.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Which, from 1.
    pub attempt: u32,
    /// Of how many.
    pub max_retries: u32,
    /// The wait before the next.
    pub delay_ms: u64,
    /// The HTTP status; `None` is a lost connection.
    pub status: Option<u16>,
    /// The CLI's word for it; see [`retry_word`].
    pub error: String,
}

/// `api_retry`.
pub fn api_retry(stamp: &Stamp, attempt: &Attempt) -> Value {
    let frame = json!({
        "type": "system",
        "subtype": "api_retry",
        "attempt": attempt.attempt,
        "max_retries": attempt.max_retries,
        "retry_delay_ms": attempt.delay_ms,
        "error_status": attempt.status,
        "error": attempt.error,
    });
    sign(frame, stamp)
}

/// The CLI's word for a status in `api_retry`.
pub fn retry_word(status: Option<u16>) -> &'static str {
    match status {
        Some(401 | 403) => "authentication_failed",
        Some(402) => "billing_error",
        Some(404) => "model_not_found",
        Some(400) => "invalid_request",
        Some(429) => "rate_limit",
        Some(529) => "overloaded",
        Some(500..=599) => "server_error",
        _ => "unknown",
    }
}

/// `thinking_tokens`: an estimate while the model thinks (with partial messages only).
pub fn thinking_tokens(stamp: &Stamp, total: u64, delta: u64) -> Value {
    let frame = json!({
        "type": "system",
        "subtype": "thinking_tokens",
        "estimated_tokens": total,
        "estimated_tokens_delta": delta,
    });
    sign(frame, stamp)
}

/// A compaction, as its boundary tells it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compacted<'a> {
    /// Whether a person asked for it.
    pub manual: bool,
    /// Tokens before.
    pub tokens_before: u64,
    /// Tokens after.
    pub tokens_after: u64,
    /// How long it took.
    pub duration_ms: u64,
    /// The uuid of the summary that follows.
    pub summary_uuid: &'a str,
    /// The uuids of the messages that are kept, oldest first.
    pub kept: &'a [String],
    /// The last message before the boundary.
    pub parent_uuid: &'a str,
}

/// `compact_boundary`.
pub fn compact_boundary(stamp: &Stamp, compaction: &Compacted<'_>) -> Value {
    let mut metadata = json!({
        "trigger": if compaction.manual { "manual" } else { "auto" },
        "pre_tokens": compaction.tokens_before,
        "post_tokens": compaction.tokens_after,
        "cumulative_dropped_tokens": 0,
        "duration_ms": compaction.duration_ms,
    });
    if let (Some(head), Some(tail)) = (compaction.kept.first(), compaction.kept.last()) {
        let anchor = compaction.summary_uuid;
        let segment = json!({ "head_uuid": head, "anchor_uuid": anchor, "tail_uuid": tail });
        let kept = compaction.kept;
        let messages = json!({ "anchor_uuid": anchor, "uuids": kept, "all_uuids": kept });
        put(&mut metadata, "preserved_segment", segment);
        put(&mut metadata, "preserved_messages", messages);
    }
    let frame = json!({
        "type": "system",
        "subtype": "compact_boundary",
        "compact_metadata": metadata,
        "logical_parent_uuid": compaction.parent_uuid,
    });
    sign(frame, stamp)
}

/// A call that was denied without asking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Denied<'a> {
    /// The tool.
    pub tool_name: &'a str,
    /// The call.
    pub tool_use_id: &'a str,
    /// What the model is told.
    pub message: &'a str,
    /// `mode`, `rule`, `classifier`, `asyncAgent`, …
    pub reason_type: Option<&'a str>,
    /// Why, in words.
    pub reason: Option<&'a str>,
    /// A sub-agent's id, if one made the call.
    pub agent_id: Option<&'a str>,
}

/// `permission_denied`.
pub fn permission_denied(stamp: &Stamp, denied: &Denied<'_>) -> Value {
    let mut frame = json!({
        "type": "system",
        "subtype": "permission_denied",
        "tool_name": denied.tool_name,
        "tool_use_id": denied.tool_use_id,
    });
    put_some(&mut frame, "agent_id", denied.agent_id);
    put_some(&mut frame, "decision_reason_type", denied.reason_type);
    put_some(&mut frame, "decision_reason", denied.reason);
    put(&mut frame, "message", denied.message);
    sign(frame, stamp)
}

/// Which command hook a frame is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HookRun<'a> {
    /// This run.
    pub id: &'a str,
    /// `PreToolUse:Bash`, or the event alone.
    pub name: &'a str,
    /// The event.
    pub event: &'a str,
}

/// `hook_started`.
pub fn hook_started(stamp: &Stamp, hook: HookRun<'_>) -> Value {
    sign(hook_frame("hook_started", hook), stamp)
}

/// `hook_progress`.
pub fn hook_progress(stamp: &Stamp, hook: HookRun<'_>, stdout: &str, stderr: &str) -> Value {
    let mut frame = hook_frame("hook_progress", hook);
    put_output(&mut frame, stdout, stderr);
    sign(frame, stamp)
}

/// `hook_response`: `outcome` is `success`, `error` or `cancelled`.
pub fn hook_response(
    stamp: &Stamp,
    hook: HookRun<'_>,
    stdout: &str,
    stderr: &str,
    exit_code: i32,
    outcome: &str,
) -> Value {
    let mut frame = hook_frame("hook_response", hook);
    put_output(&mut frame, stdout, stderr);
    put(&mut frame, "exit_code", exit_code);
    put(&mut frame, "outcome", outcome);
    sign(frame, stamp)
}

fn hook_frame(subtype: &str, hook: HookRun<'_>) -> Value {
    json!({
        "type": "system",
        "subtype": subtype,
        "hook_id": hook.id,
        "hook_name": hook.name,
        "hook_event": hook.event,
    })
}

fn put_output(frame: &mut Value, stdout: &str, stderr: &str) {
    put(frame, "stdout", stdout);
    put(frame, "stderr", stderr);
    put(frame, "output", format!("{stderr}{stdout}"));
}

/// `informational`: a notice in plain text. `level`: `info`, `notice`, `suggestion`, `warning`.
pub fn informational(stamp: &Stamp, content: &str, level: &str, tag: Option<&str>) -> Value {
    let mut frame = json!({
        "type": "system",
        "subtype": "informational",
        "content": content,
        "isMeta": false,
        "timestamp": stamp.at,
        "level": level,
    });
    put_some(&mut frame, "tag", tag);
    sign(frame, stamp)
}

/// `informational` for a prompt that a hook blocked, and its whole text, which is the `result` too.
pub fn prompt_blocked(stamp: &Stamp, reason: &str, prompt: &str) -> (Value, String) {
    let text = format!(
        "UserPromptSubmit operation blocked by hook:\n{reason}\n\nOriginal prompt: {prompt}"
    );
    let frame = json!({
        "type": "system",
        "subtype": "informational",
        "content": text,
        "level": "warning",
        "prevent_continuation": true,
        "prompt_submit_outcome": { "kind": "blocked_by_hook", "prompt_kept": false, "reason": reason },
    });
    (sign(frame, stamp), text)
}

/// `notification`: a toast. `priority`: `low`, `medium`, `high`, `immediate`.
pub fn notification(stamp: &Stamp, key: &str, text: &str, priority: &str) -> Value {
    let frame = json!({
        "type": "system",
        "subtype": "notification",
        "key": key,
        "text": text,
        "priority": priority,
    });
    sign(frame, stamp)
}

/// `session_title_changed`.
pub fn title_changed(stamp: &Stamp, title: &str) -> Value {
    let frame = json!({ "type": "system", "subtype": "session_title_changed", "title": title });
    sign(frame, stamp)
}

/// `commands_changed`; the rows are those of the `initialize` response.
pub fn commands_changed(stamp: &Stamp, commands: &[Value]) -> Value {
    let frame = json!({ "type": "system", "subtype": "commands_changed", "commands": commands });
    sign(frame, stamp)
}
