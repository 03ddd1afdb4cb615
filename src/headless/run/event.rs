//! PURE. The events of a run: what `--json` prints, one object a line, and what the lines for people are made from.
//!
//! Owns: names and shapes, which stay: keys are never renamed or removed, new ones may appear. Keys without a value are
//! left out. Does not own: making them (`narrate`), printing them (`human`, `output`).
#![allow(
    missing_docs,
    reason = "field names are the keys of the JSON; those that do not explain themselves are explained"
)]

use super::Exit;
use serde::Serialize;
use serde_json::Value;

/// One line of `--json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Seconds since the run started.
    pub t: f64,
    /// What happened.
    #[serde(flatten)]
    pub event: RunEvent,
}

/// Something that happened in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RunEvent {
    /// The session is there, or one of these has changed.
    Session(SessionFacts),
    /// The state changed: one of the nine.
    State {
        from: &'static str,
        to: &'static str,
    },
    /// A prompt was sent.
    Prompt { index: usize, text: String },
    /// The model's finished text.
    Text {
        text: String,
        /// The call of the sub-agent that said it.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<String>,
    },
    /// A piece of text that is being written; only with `--verbose`. The whole follows as `text`.
    Delta { text: String },
    /// The model's finished thinking.
    Thinking {
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<String>,
    },
    /// The model called a tool.
    ToolCall {
        id: String,
        name: String,
        input: Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<String>,
    },
    /// A tool came back.
    ToolResult(ToolResult),
    /// A tool of ours tells how far it is.
    Progress {
        tool: String,
        done: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        total: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// A permission request was decided, or a call was denied unasked.
    Permission(Permission),
    /// A hook ended.
    Hook(Hook),
    /// A sub-agent or a background command began, went on or ended.
    Task(Task),
    /// The API failed and will be asked again.
    Retry {
        attempt: u64,
        of: u64,
        delay_s: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<u64>,
        error: String,
    },
    /// The conversation was shortened.
    Compaction {
        trigger: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        before: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// Something worth knowing. `level`: `info`, `warning`, `error`, or the CLI's own word.
    Notice { level: String, text: String },
    /// A turn ended.
    Result(TurnEnd),
    /// The run cannot go on.
    Error { code: String, text: String },
    /// A message this version does not know, as it came.
    Other {
        kind: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        subtype: Option<String>,
        frame: Value,
    },
    /// The run is over. Always the last line.
    End(End),
}

/// Which session it is and what it has.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SessionFacts {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The CLI's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_mode: Option<String>,
    pub tools: Vec<String>,
    pub servers: Vec<ServerFacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
}

/// An MCP server.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ServerFacts {
    pub name: String,
    /// `connected`, `pending`, `failed`, …
    pub status: String,
}

/// What a tool gave back.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ToolResult {
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub is_error: bool,
    /// What the model sees of it.
    pub text: String,
    /// From the call to its result, all waiting in between included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
}

/// A decision.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Permission {
    /// The call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub tool: String,
    /// `allow`, `deny`, `failed`, `withdrawn`.
    pub verdict: &'static str,
    /// `rule`, `person`, `nobody` (denied, since nobody may decide), `limit`, `cli`, `unknown`.
    pub by: &'static str,
    /// The rule that decided, or the CLI's reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What the model was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What would have been run, if somebody had to be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<Value>,
    /// Rules that would have allowed it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_allow: Vec<String>,
}

/// A hook run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Hook {
    pub event: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matcher: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// `callback` (ours) or `command` (the CLI's).
    pub place: &'static str,
    /// `none`, `changed`, `async`, `failed`, `timed_out`, `cancelled`, the hook's decision, or a command's result.
    pub outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_s: Option<f64>,
}

/// A sub-agent or a background command.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Task {
    pub id: String,
    /// `started`, or what the CLI says: `running`, `completed`, `failed`, `killed`, `stopped`, …
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The last tool it used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The call that started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

/// How a turn ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TurnEnd {
    /// `success`, `api_error`, `interrupted`, `max_turns`, `max_budget`, `structured_output_failed`, …
    pub outcome: &'static str,
    pub is_error: bool,
    /// The final text, or what went wrong.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structured: Option<Value>,
    /// Model round trips and tool results, as the CLI counts them.
    pub turns: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<f64>,
    pub tokens: Tokens,
    /// Dollars since the process started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    pub session_id: String,
    /// Why it ran, if no prompt started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// Tokens of one turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct End {
    #[serde(skip)]
    pub how: Exit,
    /// The scenario, if it was simulated; the usual one if it is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated: Option<String>,
    /// The exit code.
    pub exit: u8,
    /// A word for it: `success`, `failed`, `usage`, `not_started`, `refused`, `interrupted`, `terminated`.
    pub reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Calls that were denied because nobody may decide.
    pub denied: u64,
    /// Messages this version does not know.
    pub unknown: u64,
    /// Lines that were no messages at all.
    pub malformed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// It ends before the session does.
    #[serde(skip)]
    pub recorded_in_part: bool,
    /// How many values were masked in the recording, if it is redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masked: Option<u64>,
}

impl End {
    /// An end of which nothing else is known.
    pub fn new(how: Exit) -> Self {
        Self {
            how,
            simulated: None,
            exit: how.code(),
            reason: how.as_str(),
            session_id: None,
            cost_usd: None,
            denied: 0,
            unknown: 0,
            malformed: 0,
            recording: None,
            recorded_in_part: false,
            masked: None,
        }
    }
}
