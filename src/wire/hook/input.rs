//! PURE. What a hook callback is told: the fields all events share, and the event's own.
//!
//! Decoding an object never fails: a field that is missing or of a wrong type reads as absent, and what was not read
//! is kept in `extra`.

use serde::Deserialize;
use serde_json::Value;

use super::{HookDetail, HookEvent};
use crate::wire::fields::{Extra, take, take_or_default};
use crate::wire::permission::PermissionMode;

/// The `hook_callback` request.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Extra")]
pub struct HookCallback {
    /// The id we registered.
    pub callback_id: String,
    /// What happened.
    pub input: HookInput,
    /// The call; for events that have none it is a random id.
    pub tool_use_id: Option<String>,
    /// Everything else.
    pub extra: Extra,
}

impl From<Extra> for HookCallback {
    fn from(mut object: Extra) -> Self {
        let from = &mut object;
        // the envelope's tag is not a field of the request
        if from.get("subtype").and_then(Value::as_str) == Some("hook_callback") {
            from.shift_remove("subtype");
        }
        Self {
            callback_id: take_or_default(from, "callback_id"),
            input: take::<Extra>(from, "input").unwrap_or_default().into(),
            tool_use_id: take(from, "tool_use_id"),
            extra: object,
        }
    }
}

/// What happened, as a hook is told.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Extra")]
pub struct HookInput {
    /// The event.
    pub event: HookEvent,
    /// The session.
    pub session_id: Option<String>,
    /// The transcript file; written with a delay.
    pub transcript_path: Option<String>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The prompt that led here.
    pub prompt_id: Option<String>,
    /// The permission mode.
    pub permission_mode: Option<PermissionMode>,
    /// The effort level.
    pub effort: Option<Value>,
    /// The sub-agent, inside one.
    pub agent_id: Option<String>,
    /// Its type.
    pub agent_type: Option<String>,
    /// The event's own fields.
    pub detail: HookDetail,
    /// Everything else.
    pub extra: Extra,
}

impl From<Extra> for HookInput {
    fn from(mut object: Extra) -> Self {
        let from = &mut object;
        let event: HookEvent =
            take(from, "hook_event_name").unwrap_or_else(|| HookEvent::Other(String::new()));
        Self {
            session_id: take(from, "session_id"),
            transcript_path: take(from, "transcript_path"),
            cwd: take(from, "cwd"),
            prompt_id: take(from, "prompt_id"),
            permission_mode: take(from, "permission_mode"),
            effort: take(from, "effort"),
            agent_id: take(from, "agent_id"),
            agent_type: take(from, "agent_type"),
            detail: HookDetail::take_from(&event, from),
            event,
            extra: object,
        }
    }
}
