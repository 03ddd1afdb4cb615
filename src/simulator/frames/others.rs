//! PURE. Kinds of their own: `tool_progress`, `command_lifecycle`, `conversation_reset`.

use super::Stamp;
use super::stamp::sign;
use serde_json::{Value, json};

/// A sign of life of a running tool, every 30 s. Its id is not the call's: the call's is the parent.
pub fn tool_progress(
    stamp: &Stamp,
    tool_use_id: &str,
    tool_name: &str,
    beat: u32,
    elapsed_seconds: u64,
) -> Value {
    let frame = json!({
        "type": "tool_progress",
        "tool_use_id": format!("{tool_use_id}-heartbeat-{beat}"),
        "tool_name": tool_name,
        "parent_tool_use_id": tool_use_id,
        "elapsed_time_seconds": elapsed_seconds,
        "heartbeat": true,
    });
    sign(frame, stamp)
}

/// How far a prompt with an id is: `queued`, `started`, `completed`, `cancelled`.
pub fn command_lifecycle(stamp: &Stamp, command_uuid: &str, state: &str) -> Value {
    let frame = json!({
        "type": "command_lifecycle",
        "command_uuid": command_uuid,
        "state": state,
    });
    sign(frame, stamp)
}

/// After `/clear`: `session_id` is another from here on. Its uuid is the new id of the conversation.
pub fn conversation_reset(stamp: &Stamp, new_id: &str, prompt_uuid: &str) -> Value {
    json!({
        "type": "conversation_reset",
        "new_conversation_id": new_id,
        "uuid": new_id,
        "trigger": "clear",
        "user_message_uuid": prompt_uuid,
        "timestamp": stamp.at,
        "session_id": stamp.session_id,
    })
}
