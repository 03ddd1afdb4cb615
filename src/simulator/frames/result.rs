//! PURE. `result`: exactly one for each turn. Every way a turn can end is a variant of [`Ending`].

use super::stamp::{answers, nothing, put, put_some, sign};
use super::usage::{ModelUse, by_model};
use super::{Stamp, Tokens, assistant::ApiError};
use serde_json::{Value, json};

/// How a turn ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// The model is done; its last words.
    Completed(String),
    /// The same, with the structured output that was asked for.
    Structured(Value),
    /// The API gave up.
    ApiError(ApiError),
    /// An interrupt while the model spoke.
    AbortedStreaming,
    /// An interrupt while tools ran or waited.
    AbortedTools,
    /// A prompt with priority came in between; the last words so far.
    Preempted(String),
    /// The limit of round trips.
    MaxTurns(u64),
    /// The limit of money, in dollars.
    MaxBudget(f64),
    /// No valid structured output after this many attempts.
    StructuredOutput(u32),
    /// A hook said stop.
    HookStopped,
    /// A hook put a call off: what it was (`deferred_tool_use`).
    ToolDeferred(Option<Value>),
    /// A slash command that the CLI itself answers: its name, if it ran, and its text.
    Local(Option<String>, String),
    /// The session could not start, or something broke: the words.
    Failed(String),
}

/// The timing fields of a turn that asked the API.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// To the first token.
    pub ttft_ms: u64,
    /// To the first request.
    pub to_request_ms: u64,
    /// When the request was sent, in milliseconds since 1970.
    pub sent_at_ms: i64,
    /// What the first request used.
    pub first: Tokens,
}

/// What a result says beside how it ended.
#[derive(Debug, Clone, Default)]
pub struct Tally<'a> {
    /// How long the turn took.
    pub duration_ms: u64,
    /// Of that, the API.
    pub duration_api_ms: u64,
    /// Model round trips and tool results.
    pub num_turns: u64,
    /// Why the model's last message ended.
    pub stop_reason: Option<&'a str>,
    /// What this turn used, sub-agents left out.
    pub tokens: Tokens,
    /// Dollars of the whole process so far.
    pub total_cost_usd: f64,
    /// By model, the whole process so far.
    pub by_model: &'a [ModelUse],
    /// By model, since the last result.
    pub since_last: &'a [ModelUse],
    /// Calls that were refused: tool, call id, input.
    pub denials: &'a [(String, String, Value)],
    /// Which result of the process, from 0.
    pub index: u64,
    /// Prompts with ids that the turn answered.
    pub prompts: &'a [String],
    /// For a turn the CLI started by itself: the run of the task that ended.
    pub origin_run_id: Option<&'a str>,
    /// Sub-agents so far.
    pub agents: AgentTally,
    /// When the turn asked the API.
    pub timing: Option<Timing>,
}

/// Sub-agents of a process so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentTally {
    /// Asked for in the background, in the foreground, or without saying.
    pub requested: (u64, u64, u64),
    /// Started in the background.
    pub background: u64,
    /// The deepest.
    pub max_depth: u64,
    /// Done.
    pub completed: u64,
    /// Failed.
    pub failed: u64,
    /// Stopped by a person.
    pub killed: u64,
    /// By kind.
    pub by_type: Vec<(String, u64)>,
}

impl AgentTally {
    fn to_wire(&self) -> Value {
        let (background, foreground, unset) = self.requested;
        let mut by_type = nothing();
        for (kind, count) in &self.by_type {
            put(&mut by_type, kind, *count);
        }
        json!({
            "spawned": background + foreground + unset,
            "requested": { "background": background, "foreground": foreground, "unset": unset },
            "started_in_background": self.background,
            "max_depth": self.max_depth,
            "spawned_by_subagents": 0,
            "completed": self.completed,
            "failed": self.failed,
            "killed": { "parent": 0, "user": self.killed, "system": 0 },
            "refused": { "depth_limit": 0, "concurrency_limit": 0, "budget": 0 },
            "by_type": by_type,
        })
    }
}

impl Ending {
    /// The `subtype`.
    pub fn subtype(&self) -> &'static str {
        match self {
            Self::AbortedStreaming | Self::AbortedTools | Self::Failed(_) => {
                "error_during_execution"
            }
            Self::MaxTurns(_) => "error_max_turns",
            Self::MaxBudget(_) => "error_max_budget_usd",
            Self::StructuredOutput(_) => "error_max_structured_output_retries",
            _ => "success",
        }
    }

    /// Whether the process exits with 1 if this was its last result.
    pub fn is_error(&self) -> bool {
        self.subtype() != "success" || matches!(self, Self::ApiError(_))
    }

    /// The `terminal_reason`.
    pub fn terminal_reason(&self) -> Option<&'static str> {
        Some(match self {
            Self::Completed(_) | Self::Structured(_) => "completed",
            Self::ApiError(_) => "api_error",
            Self::AbortedStreaming | Self::Preempted(_) => "aborted_streaming",
            Self::AbortedTools => "aborted_tools",
            Self::MaxTurns(_) => "max_turns",
            Self::MaxBudget(_) => "budget_exhausted",
            Self::StructuredOutput(_) => "structured_output_retry_exhausted",
            Self::HookStopped => "hook_stopped",
            Self::ToolDeferred(_) => "tool_deferred",
            Self::Local(..) | Self::Failed(_) => return None,
        })
    }

    /// The final text of a success.
    fn text(&self) -> Option<String> {
        match self {
            Self::Completed(text) | Self::Preempted(text) | Self::Local(_, text) => {
                Some(text.clone())
            }
            Self::Structured(value) => Some(value.to_string()),
            Self::ApiError(error) => Some(error.text.clone()),
            Self::HookStopped | Self::ToolDeferred(_) => Some(String::new()),
            _ => None,
        }
    }

    /// `errors` of the others.
    fn errors(&self, stop_reason: Option<&str>) -> Option<Vec<String>> {
        let word = match self {
            Self::AbortedStreaming | Self::AbortedTools => format!(
                "[ede_diagnostic] result_type=user last_content_type=n/a stop_reason={}",
                stop_reason.unwrap_or("null")
            ),
            Self::MaxTurns(limit) => format!("Reached maximum number of turns ({limit})"),
            Self::MaxBudget(limit) => format!("Reached maximum budget (${limit})"),
            Self::StructuredOutput(attempts) => {
                format!("Failed to provide valid structured output after {attempts} attempts")
            }
            Self::Failed(words) => words.clone(),
            _ => return None,
        };
        Some(vec![word])
    }
}

/// The result of a turn.
pub fn result(stamp: &Stamp, ending: &Ending, tally: &Tally<'_>) -> Value {
    let denials: Vec<Value> = tally
        .denials
        .iter()
        .map(|(tool, id, input)| json!({ "tool_name": tool, "tool_use_id": id, "tool_input": input }))
        .collect();
    let mut frame = json!({
        "duration_api_ms": tally.duration_api_ms,
        "stop_reason": tally.stop_reason,
        "total_cost_usd": tally.total_cost_usd,
        "usage": tally.tokens.in_full(),
        "modelUsage": by_model(tally.by_model),
        "permission_denials": denials,
        "is_error": ending.is_error(),
        "num_turns": tally.num_turns,
        "subtype": ending.subtype(),
        "type": "result",
        "duration_ms": tally.duration_ms,
        "result_index": tally.index,
    });
    put_some(&mut frame, "terminal_reason", ending.terminal_reason());
    put_some(&mut frame, "errors", ending.errors(tally.stop_reason));
    if !matches!(ending, Ending::Failed(_)) {
        put_running(&mut frame, tally);
    }
    put_success(&mut frame, ending, tally);
    answers(&mut frame, tally.prompts);
    sign(frame, stamp)
}

/// What a process that has started adds to each result.
fn put_running(frame: &mut Value, tally: &Tally<'_>) {
    put(frame, "fast_mode_state", "off");
    put(frame, "fast_mode_disabled_reason", "sdk_opt_in_required");
    if let Some(run) = tally.origin_run_id {
        let origin =
            json!({ "kind": "task-notification", "producer": "session-task", "runId": run });
        put(frame, "origin", origin);
    }
    put(frame, "subagent_stats", tally.agents.to_wire());
    put(frame, "safety_stops", 0);
    put(frame, "queued_turn_count", 0);
    put(
        frame,
        "model_usage_since_last_result",
        by_model(tally.since_last),
    );
}

/// What only a success has.
fn put_success(frame: &mut Value, ending: &Ending, tally: &Tally<'_>) {
    let Some(text) = ending.text() else { return };
    put(frame, "result", text);
    match ending {
        Ending::ApiError(error) => {
            put(frame, "api_error_status", json!(error.status));
            put_some(frame, "api_error_type", error.kind.as_deref());
            put_some(frame, "api_error", error.connection.as_deref());
        }
        Ending::Local(name, _) => put_some(frame, "local_command", name.as_deref()),
        _ => put(frame, "api_error_status", Value::Null),
    }
    if let Ending::Structured(value) = ending {
        put(frame, "structured_output", value.clone());
    }
    if let Ending::ToolDeferred(Some(call)) = ending {
        put(frame, "deferred_tool_use", call.clone());
    }
    if let Some(timing) = tally.timing {
        put(frame, "ttft_ms", timing.ttft_ms);
        put(frame, "ttft_stream_ms", timing.ttft_ms);
        put(frame, "time_to_request_ms", timing.to_request_ms);
        put(frame, "first_content_frame_ms", timing.ttft_ms);
        if !tally.prompts.is_empty() {
            put(frame, "request_sent_wall_ms", timing.sent_at_ms);
            put(frame, "first_request_input_tokens", timing.first.input);
            let cached = timing.first.cache_read;
            put(frame, "first_request_cache_read_input_tokens", cached);
        }
    }
}
