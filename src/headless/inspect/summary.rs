//! PURE. What an inspection found, as plain values. Owns: the keys of `--json`, which are stable; new ones may be added.
//! Does not own: finding it out (`report`), filling it in (`summarise`), printing it (`human`).
#![allow(
    missing_docs,
    reason = "the fields are the keys of the JSON, which the parent module documents in one table"
)]

use crate::session::explain::Finding;
use indexmap::IndexMap;
use serde::Serialize;

/// Seconds or milliseconds; `None` where the file has no times.
pub type Time = Option<f64>;

/// The whole result; its fields are the keys of the JSON object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    pub format: &'static str,
    pub lines: u64,
    pub duration_s: Time,
    pub cli_version: Option<String>,
    pub model: Option<String>,
    pub session_ids: Vec<String>,
    pub end: End,
    pub findings: Vec<Finding>,
    pub cost_usd: Option<f64>,
    pub frames: Frames,
    pub unknown: Vec<Unknown>,
    pub unknown_total: u64,
    pub malformed: Vec<Malformed>,
    pub malformed_total: u64,
    pub pending: Vec<Waiting>,
    pub turns: Vec<TurnRow>,
    pub turns_total: u64,
    pub tools: Vec<ToolRow>,
    pub decisions: Vec<DecisionRow>,
    pub decisions_total: u64,
    pub hooks: Vec<HookRow>,
    pub hooks_total: u64,
    pub states: Vec<StateRow>,
    pub requests: Vec<RequestRow>,
    pub start_up: StartUpRow,
    pub retries: Vec<RetryRow>,
    pub compactions: Vec<CompactionRow>,
    pub oddities: Vec<OddityRow>,
    pub oddities_total: u64,
    pub stderr_tail: Vec<String>,
}

/// How many lines of which kind went which way.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Frames {
    #[serde(rename = "in")]
    pub received: IndexMap<String, u64>,
    #[serde(rename = "out")]
    pub sent: IndexMap<String, u64>,
    pub stderr: u64,
    pub note: u64,
}

/// A message this version does not know.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unknown {
    pub seq: u64,
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtype: Option<String>,
}

/// A line that is no message, or a line of the file that is no entry (then `line` says where in the file).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Malformed {
    pub seq: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    pub kind: &'static str,
    pub reason: String,
    pub head: String,
}

/// A request that was not answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Waiting {
    pub id: String,
    pub from: &'static str,
    pub what: String,
    pub since: Time,
    pub age_s: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_s: Time,
}

/// A turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnRow {
    pub index: u64,
    pub started_s: Time,
    pub duration_s: Time,
    pub outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    pub num_turns: u64,
    pub prompts: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Durations of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LatencyRow {
    pub min: f64,
    pub p50: f64,
    pub max: f64,
    pub total: f64,
}

/// All calls of a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ToolRow {
    pub name: String,
    pub calls: u64,
    pub errors: u64,
    pub not_executed: u64,
    pub no_result: u64,
    pub latency_ms: Option<LatencyRow>,
}

/// What became of a permission request.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DecisionRow {
    pub tool: String,
    pub verdict: &'static str,
    pub by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    pub waited_ms: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<usize>,
}

/// A run of a hook.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HookRow {
    pub event: String,
    pub matcher: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    pub place: &'static str,
    pub outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
    pub duration_ms: Time,
}

/// A state over the whole recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StateRow {
    pub state: &'static str,
    pub total_s: Time,
    pub times: u64,
}

/// All control requests of one kind from one side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RequestRow {
    pub from: &'static str,
    pub what: String,
    pub count: u64,
    pub errors: u64,
    pub withdrawn: u64,
    pub latency_ms: Option<LatencyRow>,
}

/// When each step of the start was seen.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct StartUpRow {
    pub first_byte_s: Time,
    pub initialize_sent_s: Time,
    pub initialize_answered_s: Time,
    pub first_turn_s: Time,
    pub servers: IndexMap<String, Time>,
}

/// The API was asked again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RetryRow {
    pub at_s: Time,
    pub attempt: u64,
    pub of: u64,
    pub status: Option<u64>,
    pub error: String,
}

/// The conversation was shortened.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompactionRow {
    pub at_s: Time,
    pub trigger: String,
    pub tokens_before: Option<u64>,
    pub tokens_after: Option<u64>,
}

/// Something on the wire that should not be.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OddityRow {
    pub seq: u64,
    pub at_s: Time,
    pub what: String,
}

/// How the recording and the session ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct End {
    pub state: &'static str,
    pub how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    pub torn: bool,
}
