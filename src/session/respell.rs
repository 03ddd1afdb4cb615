//! PURE. Records of the CLI's transcripts in the words of the wire: the same things, in another spelling. Owns: which key
//! is which. Does not own: what they mean (`observe_stored`).

use crate::wire::message::ToolResultMeta;
use crate::wire::system::{ApiRetry, CompactBoundary, HookResponse, HookStarted};
use crate::wire::{Assistant, Block, Extra, Nullable, User};
use serde_json::{Map, Value, json};

/// Who writes what the model did not say.
pub(super) const NOBODY: &str = "<synthetic>";

/// Whether a record says this of itself.
pub(super) fn says(extra: &Extra, key: &str) -> bool {
    extra.get(key).and_then(Value::as_bool) == Some(true)
}

/// A text that a record carries.
pub(super) fn word<'a>(extra: &'a Extra, key: &str) -> Option<&'a str> {
    extra.get(key).and_then(Value::as_str)
}

/// An answer of the model, as the wire has it. `parent` is the call it belongs to.
pub(super) fn assistant(record: &Assistant, parent: Option<String>) -> Assistant {
    let extra = &record.extra;
    let mut message = record.clone();
    message.parent_tool_use_id = Nullable::from(parent);
    message.is_api_error_message = says(extra, "isApiErrorMessage").then_some(true);
    message.aborted = says(extra, "isAbortedMidStream").then_some(true);
    let status = extra.get("apiErrorStatus").and_then(Value::as_number);
    message.api_error_status = Nullable::from(status.cloned());
    message.api_error_type = word(extra, "apiErrorType").map(str::to_owned);
    message
}

/// Results of calls, as the wire has them.
pub(super) fn user(record: &User, parent: Option<String>) -> User {
    let extra = &record.extra;
    let mut message = record.clone();
    message.parent_tool_use_id = Nullable::from(parent);
    message.tool_use_result = Nullable::from(extra.get("toolUseResult").cloned());
    let kind = word(extra, "toolDenialKind").map(str::to_owned);
    let decision = extra.get("permissionDecision").cloned();
    if kind.is_some() || decision.is_some() {
        let results = record.message.content.blocks().iter();
        let ids = results.filter_map(|block| match block {
            Block::ToolResult { tool_use_id, .. } => Some(tool_use_id.clone()),
            _ => None,
        });
        let meta = ids.map(|id| ToolResultMeta {
            id: Some(id),
            non_execution_kind: kind.clone(),
            permission_decision: decision.clone(),
            extra: Map::new(),
        });
        message.tool_result_meta = Some(meta.collect());
    }
    message
}

/// Where the conversation was shortened.
pub(super) fn compaction(extra: &Extra) -> CompactBoundary {
    let meta = extra.get("compactMetadata");
    let value = |key: &str| meta.and_then(|meta| meta.get(key)).cloned();
    CompactBoundary {
        compact_metadata: Some(json!({
            "trigger": value("trigger"),
            "pre_tokens": value("preTokens"),
            "post_tokens": value("postTokens"),
        })),
        ..CompactBoundary::default()
    }
}

/// The API failed, and was asked again.
pub(super) fn retry(fields: &Extra) -> ApiRetry {
    let number = |key: &str| fields.get(key).and_then(Value::as_number).cloned();
    let error = fields.get("error");
    let said = |key: &str| error.and_then(|error| error.get(key));
    let text = said("formatted").or_else(|| said("message")).or(error);
    ApiRetry {
        attempt: number("retryAttempt").and_then(|number| number.as_u64()),
        max_retries: number("maxRetries").and_then(|number| number.as_u64()),
        retry_delay_ms: number("retryInMs"),
        error_status: Nullable::from(said("status").and_then(Value::as_number).cloned()),
        error: text.and_then(Value::as_str).map(str::to_owned),
        ..ApiRetry::default()
    }
}

/// A command hook that ran, if an attachment tells of one: how it began and how it ended.
pub(super) fn hook(id: String, attachment: &Value) -> Option<(HookStarted, HookResponse)> {
    let text = |key: &str| attachment.get(key).and_then(Value::as_str);
    let outcome = match text("type")? {
        "hook_success" => "success",
        "hook_cancelled" => "cancelled",
        kind if kind.starts_with("hook_") && kind.ends_with("_error") => "error",
        _ => return None,
    };
    let owned = |key: &str| text(key).map(str::to_owned);
    let started = HookStarted {
        hook_id: Some(id.clone()),
        hook_name: owned("hookName"),
        hook_event: owned("hookEvent"),
        ..HookStarted::default()
    };
    let ended = HookResponse {
        hook_id: Some(id),
        stdout: owned("stdout"),
        stderr: owned("stderr"),
        exit_code: Nullable::from(attachment.get("exitCode").and_then(Value::as_i64)),
        outcome: Some(outcome.to_owned()),
        ..HookResponse::default()
    };
    Some((started, ended))
}
