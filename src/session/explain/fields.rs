//! PURE. Fields of the CLI's messages that this program does not know. Owns: the table of those that have no place in
//! `wire` and are known all the same, and the rule. Does not own: where a frame keeps them (`wire::open_end`).
//!
//! The table is of one version of the CLI: what its recordings show and what its SDK declares. A field that is not in it
//! comes from another version, or from something else that writes in the CLI's place.

use super::finding::{Finding, Severity};
use crate::session::State;
use crate::wire::Frame;
use crate::wire::stored::is_stored;

/// The version of the CLI that the table is of.
pub(super) const VERSION: &str = "2.1.325";

/// Different fields that are kept.
const KEPT: usize = 20;
/// Characters that are kept of a name.
const NAME: usize = 80;

/// By kind and, for `system` and requests, subtype. What hooks are told stands in one row for all events.
const KNOWN: &[(&str, &str)] = &[
    (
        "assistant",
        "api_error context_usage local_command_outcome local_command_run resume_reason \
         resumed_from_incomplete_thinking usage_report",
    ),
    (
        "user",
        "client_composed file_attachments inline_pastes origin pasted_content",
    ),
    (
        "stream_event",
        "owed_rows resume_reason user_message_uuid user_message_uuids",
    ),
    (
        "result",
        "api_error credential_expires_at deferred_tool_use fast_mode_disabled_reason fast_mode_state \
         first_content_frame_ms first_request_cache_read_input_tokens first_request_input_tokens \
         first_stream_post_ack_ms first_stream_post_ms first_stream_post_queue_wait_ms \
         first_stream_post_queued_behind first_stream_post_wall_ms first_text_post_ms \
         first_text_post_queue_wait_ms first_text_post_queued_behind first_text_post_wall_ms \
         invalid_config_file model_usage_since_last_result queued_turn_count request_sent_wall_ms \
         resume_reason safety_stops subagent_stats time_origin_ms time_to_request_from_spawn_ms \
         time_to_request_ms ttft_ms ttft_stream_ms uuid warm_spare_claimed",
    ),
    ("system/init", "betas effort"),
    ("system/informational", "hook_no_verdict tool_use_id"),
    ("system/thinking_tokens", "user_message_uuid"),
    (
        "system/task_started",
        "ambient skip_transcript workflow_name",
    ),
    (
        "system/task_notification",
        "ambient reason resource_links skip_transcript",
    ),
    (
        "system/control_request_progress",
        "attempt error_status max_retries retry_delay_ms",
    ),
    (
        "system/model_refusal_fallback",
        "api_refusal_category api_refusal_explanation content direction fallback_model original_model \
         refused_user_message_uuid request_id retracted_message_uuids scope trigger",
    ),
    (
        "system/model_refusal_no_fallback",
        "api_refusal_category api_refusal_explanation content original_model refused_user_message_uuid \
         request_id",
    ),
    ("system/plugin_install", "error name status"),
    ("system/files_persisted", "failed files processed_at"),
    ("system/memory_recall", "memories mode"),
    ("system/mirror_error", "error key"),
    (
        "system/session_writes_lost",
        "error_code lost transcript_session_ids",
    ),
    ("system/worker_shutting_down", "reason"),
    ("tool_progress", "subagent_retry subagent_type"),
    (
        "control_response",
        "pending_permission_requests pending_user_dialog_requests",
    ),
    (
        "control_request/can_use_tool",
        "agent_id blocked_path classifier_approvable decision_reason decision_reason_hook_event \
         decision_reason_hook_source decision_reason_rule_source decision_reason_type default_to_no \
         description display_name input matched_ask_rule mcp_server permission_suggestions \
         requires_user_interaction server_policy_ask_only suppress_always_allow_rule title tool_name \
         tool_use_id",
    ),
    ("control_request/mcp_message", ""),
    (
        "control_request/elicitation",
        "description display_name elicitation_id mcp_server_name mode property_order requested_schema title \
         url",
    ),
    (
        "control_request/hook_callback",
        "callback_id input tool_use_id action agent_id agent_transcript_path agent_type background_tasks \
         cache_ttl command_args command_name command_source compact_summary content context_tokens \
         custom_instructions cwd delta directory duration_ms effort elicitation_id error error_details \
         estimated_cache_write_usd event expansion_type file_path final from_model globs hook_event_name \
         index is_interrupt last_assistant_message load_reason mcp_server mcp_server_name memory_type \
         message message_id mode model name new_cwd notification_type old_cwd parent_file_path \
         permission_mode permission_suggestions pricing prompt prompt_cache_warm prompt_id reason \
         requested_model requested_schema session_crons session_id session_title source stop_hook_active \
         task_description task_id task_subject team_name teammate_name title to_model tool_calls tool_input \
         tool_name tool_response tool_use_id transcript_path trigger trigger_file_path turn_id url \
         worktree_path",
    ),
];

/// Kinds and subtypes about whose fields too little is known to say that one is unknown.
const UNCHECKED: &[&str] = &[
    "autocompact_state",
    "keep_alive",
    "system/local_command_output",
    "system/post_turn_summary",
    "system/session_metadata",
    "system/task_summary",
];

/// Requests of the CLI that are declared and were never seen: known, and nothing is said about their fields.
const DECLARED_REQUESTS: &[&str] = &[
    "host_auth_token_refresh",
    "oauth_token_refresh",
    "remote_control_work_secret",
    "ui_copy",
];

/// A field that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Field {
    kind: String,
    place: &'static str,
    name: String,
    seq: u64,
    lines: u64,
}

/// Unknown fields that were seen.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    seen: Vec<Field>,
    /// There were more different ones than are kept.
    more: bool,
}

impl Fields {
    /// Takes in a message of the CLI.
    pub(super) fn observe(&mut self, frame: &Frame, seq: u64) {
        for (place, extra) in frame.open_ends().into_iter().flatten() {
            // Most messages have none.
            if extra.is_empty() {
                continue;
            }
            // What the CLI keeps for itself has other fields, which nobody else relies on.
            if is_stored(extra) {
                return;
            }
            let kind = kind(frame);
            let Some(known) = known(&kind, frame) else {
                return;
            };
            for name in extra.keys() {
                if !known.split_ascii_whitespace().any(|known| known == name) {
                    self.unknown(&kind, place, name, seq);
                }
            }
        }
    }

    fn unknown(&mut self, kind: &str, place: &'static str, name: &str, seq: u64) {
        let name: String = name.chars().take(NAME).collect();
        let fits =
            |seen: &&mut Field| seen.name == name && seen.place == place && seen.kind == kind;
        if let Some(seen) = self.seen.iter_mut().find(fits) {
            seen.lines += 1;
        } else if self.seen.len() < KEPT {
            self.seen.push(Field {
                kind: kind.to_owned(),
                place,
                name,
                seq,
                lines: 1,
            });
        } else {
            self.more = true;
        }
    }

    /// What is wrong.
    pub(super) fn findings(&self, state: &State) -> Vec<Finding> {
        if self.seen.is_empty() {
            return Vec::new();
        }
        let name = |field: &Field| {
            let dot = if field.place.is_empty() { "" } else { "." };
            let times = if field.lines > 1 {
                format!(" ({} times)", field.lines)
            } else {
                String::new()
            };
            format!("{}: {}{dot}{}{times}", field.kind, field.place, field.name)
        };
        let names: Vec<String> = self.seen.iter().map(name).collect();
        let version = state
            .facts
            .cli_version
            .as_deref()
            .unwrap_or("of unknown version");
        let what = format!(
            "the CLI {version} sends fields that this program does not know, which knows those of {VERSION}: {}{}",
            names.join(", "),
            if self.more { ", and more" } else { "" }
        );
        let finding = Finding::new(Severity::Info, "unknown_field", what)
            .remedy("they are kept and passed on untouched, and shown by the inspector; if something else than the CLI adds them, find out what")
            .lines(self.seen.iter().map(|field| field.seq));
        vec![finding]
    }
}

/// The word that a frame is in the table by.
fn kind(frame: &Frame) -> String {
    match (frame, frame.subtype()) {
        (Frame::System(_) | Frame::ControlRequest(_), Some(subtype)) => {
            let subtype: String = subtype.chars().take(NAME).collect();
            format!("{}/{subtype}", frame.kind())
        }
        _ => frame.kind().to_owned(),
    }
}

/// The fields that are known without a place; `None` if nothing can be said.
fn known(kind: &str, frame: &Frame) -> Option<&'static str> {
    if UNCHECKED.contains(&kind) {
        return None;
    }
    let row = KNOWN.iter().find(|(known, _)| *known == kind);
    match (row, frame) {
        (Some((_, fields)), _) => Some(fields),
        // Its subtype is what is unknown.
        (None, Frame::ControlRequest(_)) => None,
        (None, _) => Some(""),
    }
}

/// Whether a request of the CLI that is none of those with a name of their own is one that is not even declared.
pub(super) fn is_unknown_request(subtype: &str) -> bool {
    !DECLARED_REQUESTS.contains(&subtype) && !subtype.starts_with("ui_prompt_")
}
