//! Records of the transcripts that the CLI keeps for itself, below `~/.claude/projects`. Owns: which kinds there are, and
//! the signs by which a record is told from a message on the wire. Does not own: what they mean (`session`).
//!
//! Prompts, answers and results have the same types there as on the wire, with more around them; all else has a type of
//! its own. The lists are of version 2.1.325, with what earlier ones wrote.

use super::fields::Extra;
use serde_json::{Map, Value};

/// Types that stand in transcripts alone.
const KINDS: &[&str] = &[
    "agent-color",
    "agent-name",
    "agent-setting",
    "ai-title",
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "artifact-autoreact-ledger",
    "artifact-comment-monitor",
    "atis-latch",
    "attachment",
    "attribution-snapshot",
    "bridge-session",
    "content-replacement",
    "continued-in",
    "cost-state",
    "custom-title",
    "data-flow-incomplete",
    "data-flow-records",
    "derived-from",
    "dev-mods",
    "ended-by-model",
    "file-history-delta",
    "file-history-snapshot",
    "fork-context-ref",
    "frame-link",
    "history-suppression",
    "isolation-latch",
    "last-prompt",
    "memory-mode",
    "mode",
    "observer-ref",
    "permission-mode",
    "pr-link",
    "progress",
    "queue-operation",
    "relocated",
    "repl-mode",
    "resume-head-vouch",
    "session-owner",
    "summary",
    "tag",
    "tools-used",
    "worktree-state",
];

/// Subtypes of `system` that stand in transcripts alone.
const SYSTEM: &[&str] = &[
    "agents_killed",
    "api_error",
    "away_summary",
    "bridge_status",
    "local_command",
    "memory_saved",
    "model_consent_fallback",
    "model_fallback",
    "per_turn_effort_changed",
    "permission_retry",
    "scheduled_task_fire",
    "stop_hook_summary",
    "turn_duration",
];

/// Only there a line names the line before it.
const PARENT: &str = "parentUuid";
/// What those without a line before them have instead; on the wire the words are spelled in another way.
const SIGNS: [&str; 5] = ["sessionId", "leafUuid", "messageId", "agentId", "afterUuid"];

/// Whether the fields of a message that have no place of their own say that it was stored.
pub fn is_stored(extra: &Extra) -> bool {
    extra.contains_key(PARENT)
}

/// Whether a type stands in transcripts alone.
pub(crate) fn is_kind(kind: &str) -> bool {
    KINDS.contains(&kind)
}

/// Whether a line is a record of a type that stands in transcripts alone.
pub(super) fn is_record(fields: &Map<String, Value>) -> bool {
    let kind = fields.get("type").and_then(Value::as_str);
    let signed = fields.contains_key(PARENT) || SIGNS.iter().any(|sign| fields.contains_key(*sign));
    signed && kind.is_some_and(is_kind)
}

/// Whether a `system` message of a subtype that is not on the wire is a known record.
pub(super) fn is_system(subtype: &str, fields: &Extra) -> bool {
    is_stored(fields) && SYSTEM.contains(&subtype)
}

/// What a record is below its type: the kind of an attachment, what was done to the queue.
pub(super) fn subtype(record: &Value) -> Option<&str> {
    let attachment = record.pointer("/attachment/type");
    let found = attachment.or_else(|| record.pointer("/data/type"));
    found
        .or_else(|| record.get("operation"))
        .and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use crate::wire::{Frame, decode_bytes};

    fn decoded(line: &'static str) -> Frame {
        decode_bytes(&line.into())
    }

    #[test]
    fn records_of_a_transcript_are_known_and_named() {
        let lines = [
            (
                r#"{"type":"queue-operation","operation":"enqueue","sessionId":"s"}"#,
                Some("enqueue"),
            ),
            (
                r#"{"parentUuid":null,"type":"attachment","attachment":{"type":"hook_success"}}"#,
                Some("hook_success"),
            ),
            (
                r#"{"type":"summary","summary":"A talk","leafUuid":"u"}"#,
                None,
            ),
            (
                r#"{"type":"file-history-snapshot","messageId":"m","snapshot":{}}"#,
                None,
            ),
        ];
        for (line, subtype) in lines {
            let frame = decoded(line);
            assert!(matches!(frame, Frame::Stored(_)), "{line}");
            assert!(!frame.is_unknown(), "{line}");
            assert_eq!(frame.subtype(), subtype);
        }
        let known = r#"{"parentUuid":"u","type":"system","subtype":"api_error"}"#;
        assert!(!decoded(known).is_unknown());
    }

    #[test]
    fn the_same_words_on_the_wire_and_other_words_in_a_transcript_stay_unknown() {
        let lines = [
            r#"{"type":"mode","mode":"normal"}"#,
            r#"{"type":"system","subtype":"api_error"}"#,
            r#"{"type":"of-tomorrow","sessionId":"s"}"#,
            r#"{"parentUuid":"u","type":"system","subtype":"of_tomorrow"}"#,
        ];
        for line in lines {
            assert!(decoded(line).is_unknown(), "{line}");
        }
    }
}
