//! PURE. Who sends a frame and when: what nearly every frame carries.

use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Value, json};

/// The identity of one frame. The actor makes one for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The session.
    pub session_id: String,
    /// The frame.
    pub uuid: String,
    /// When, as [`timestamp`] writes it.
    pub at: String,
}

/// A sub-agent whose message a frame is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubAgent {
    /// The call that started it.
    pub tool_use_id: String,
    /// Its id, which is the id of its task.
    pub agent_id: String,
    /// Its kind.
    pub subagent_type: String,
    /// A few words.
    pub description: String,
}

/// Milliseconds since 1970 as the CLI writes times: `2026-11-16T03:27:17.489Z`.
pub fn timestamp(unix_ms: i64) -> String {
    DateTime::from_timestamp_millis(unix_ms)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Adds a key to a frame; does nothing to what is no object.
pub(super) fn put(frame: &mut Value, key: &str, value: impl Into<Value>) {
    if let Value::Object(map) = frame {
        map.insert(key.to_owned(), value.into());
    }
}

/// Adds a key if there is a value.
pub(super) fn put_some<V: Into<Value>>(frame: &mut Value, key: &str, value: Option<V>) {
    if let Some(value) = value {
        put(frame, key, value);
    }
}

/// Adds `session_id` and `uuid`.
pub(super) fn sign(mut frame: Value, stamp: &Stamp) -> Value {
    put(&mut frame, "session_id", stamp.session_id.as_str());
    put(&mut frame, "uuid", stamp.uuid.as_str());
    frame
}

/// Adds the fields of a sub-agent, or that there is none.
pub(super) fn place(frame: &mut Value, agent: Option<&SubAgent>) {
    let Some(agent) = agent else {
        put(frame, "parent_tool_use_id", Value::Null);
        return;
    };
    put(frame, "parent_tool_use_id", agent.tool_use_id.as_str());
    put(frame, "agent_id", agent.agent_id.as_str());
    put(frame, "subagent_type", agent.subagent_type.as_str());
    put(frame, "task_description", agent.description.as_str());
}

/// Adds which prompts a frame answers, in the form with the first one alone beside the list.
pub(super) fn answers(frame: &mut Value, prompts: &[String]) {
    if let Some(first) = prompts.first() {
        put(frame, "user_message_uuid", first.as_str());
        put(frame, "user_message_uuids", json!(prompts));
    }
}

/// A frame that answers prompts with ids, which are named in it: the first frames of a turn, and an API error.
pub fn answering(mut frame: Value, prompts: &[String]) -> Value {
    answers(&mut frame, prompts);
    frame
}

/// The same in the form with the first prompt alone, as `thinking_tokens` of a first message has it.
pub fn for_prompt(mut frame: Value, prompts: &[String]) -> Value {
    put_some(
        &mut frame,
        "user_message_uuid",
        prompts.first().map(String::as_str),
    );
    frame
}

/// An object without keys.
pub(super) fn nothing() -> Value {
    Value::Object(Map::new())
}
