//! What a `result` really means. Owns: reading subtype, `is_error` and `terminal_reason` together.
//! Does not own: counting cost (`usage`).

use crate::trace::Moment;
use crate::wire::ResultMessage;
use crate::wire::message::ResultSubtype;
use serde_json::Value;

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Outcome {
    /// The agent is done.
    Success,
    /// The API failed for good, although the subtype says success.
    ApiError {
        /// The HTTP status, if there was an answer.
        status: Option<u64>,
        /// The kind of error.
        kind: Option<String>,
    },
    /// We interrupted it. Not a crash; the session goes on.
    Interrupted,
    /// A prompt with priority `now` took over.
    Preempted,
    /// The limit of turns was reached.
    MaxTurns,
    /// The budget is spent; later prompts fail at once.
    MaxBudget,
    /// The model never produced valid structured output.
    StructuredOutputFailed,
    /// A hook stopped it.
    HookStopped,
    /// A hook deferred a tool call.
    ToolDeferred,
    /// No model was asked: a local command, a blocked prompt, an appended message.
    NoTurn,
    /// The CLI could not start or resume.
    StartFailed,
    /// Something else went wrong.
    Error,
}

impl Outcome {
    /// Reads a result.
    pub fn of(result: &ResultMessage) -> Self {
        let reason = result.terminal_reason.as_deref().unwrap_or_default();
        let is_error = result
            .is_error
            .unwrap_or(result.subtype != ResultSubtype::Success);
        match (&result.subtype, is_error) {
            (ResultSubtype::Success, true) => Self::ApiError {
                status: result
                    .api_error_status
                    .get()
                    .and_then(serde_json::Number::as_u64),
                kind: result.api_error_type.clone(),
            },
            (ResultSubtype::Success, false) => match reason {
                "hook_stopped" => Self::HookStopped,
                "tool_deferred" => Self::ToolDeferred,
                _ if reason.starts_with("aborted_") => Self::Preempted,
                "" if result.num_turns == Some(0) => Self::NoTurn,
                _ => Self::Success,
            },
            (ResultSubtype::ErrorMaxTurns, _) => Self::MaxTurns,
            (ResultSubtype::ErrorMaxBudget, _) => Self::MaxBudget,
            (ResultSubtype::ErrorStructuredOutput, _) => Self::StructuredOutputFailed,
            _ if reason.starts_with("aborted_") => Self::Interrupted,
            (ResultSubtype::ErrorDuringExecution, _) if reason.is_empty() => Self::StartFailed,
            _ => Self::Error,
        }
    }

    /// Whether the agent did not do what it was asked to.
    pub fn is_failure(&self) -> bool {
        match self {
            Self::Success
            | Self::HookStopped
            | Self::ToolDeferred
            | Self::NoTurn
            | Self::Preempted => false,
            Self::ApiError { .. }
            | Self::Interrupted
            | Self::MaxTurns
            | Self::MaxBudget
            | Self::StructuredOutputFailed
            | Self::StartFailed
            | Self::Error => true,
        }
    }

    /// A word for it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::ApiError { .. } => "api_error",
            Self::Interrupted => "interrupted",
            Self::Preempted => "preempted",
            Self::MaxTurns => "max_turns",
            Self::MaxBudget => "max_budget",
            Self::StructuredOutputFailed => "structured_output_failed",
            Self::HookStopped => "hook_stopped",
            Self::ToolDeferred => "tool_deferred",
            Self::NoTurn => "no_turn",
            Self::StartFailed => "start_failed",
            Self::Error => "error",
        }
    }
}

/// How many bytes of its text a turn keeps once two newer ones have begun.
const OLD_TEXT: usize = 4096;

/// One turn: from when it started to its result.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Turn {
    /// When the first sign of it came.
    pub started: Moment,
    /// When its result came.
    pub ended: Option<Moment>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The final text, or what went wrong in words for people; of older turns only the beginning.
    pub text: String,
    /// The prompts it answered, by uuid.
    pub prompts: Vec<String>,
    /// Why it ran when no prompt started it.
    pub origin: Option<String>,
    /// Model round trips and tool results, as the CLI counts them.
    pub num_turns: u64,
    /// The output that was asked for by a schema.
    pub structured_output: Option<Value>,
}

impl Turn {
    pub(super) fn begun(at: Moment) -> Self {
        Self {
            started: at,
            ended: None,
            outcome: None,
            text: String::new(),
            prompts: Vec::new(),
            origin: None,
            num_turns: 0,
            structured_output: None,
        }
    }

    /// Keeps only the beginning of what it said: the whole is in the recording, and there may be thousands of turns.
    pub(super) fn shorten(&mut self) {
        if self.text.len() > OLD_TEXT {
            let end = self.text.floor_char_boundary(OLD_TEXT);
            self.text.truncate(end);
            self.text.shrink_to_fit();
        }
        let long = |value: &Value| crate::wire::block::weigh(value) > OLD_TEXT;
        if self.structured_output.as_ref().is_some_and(long) {
            self.structured_output = None;
        }
    }

    /// The turn is over, by what its messages say: there is no result.
    pub(super) fn over(&mut self, at: Moment, outcome: Option<Outcome>, text: String) {
        self.ended = Some(at);
        self.outcome = outcome;
        self.text = text;
    }

    pub(super) fn finish(&mut self, at: Moment, result: &ResultMessage) {
        let outcome = Outcome::of(result);
        self.ended = Some(at);
        self.text = text_of(&outcome, result);
        self.outcome = Some(outcome);
        self.prompts = result.user_message_uuids.clone().unwrap_or_default();
        self.origin = result
            .origin
            .as_ref()
            .and_then(|origin| origin.get("kind"))
            .and_then(Value::as_str)
            .map(str::to_owned);
        self.num_turns = result.num_turns.unwrap_or(0);
        self.structured_output.clone_from(&result.structured_output);
    }
}

/// Words for people. After an interrupt the wire only has diagnostics, which are never shown.
fn text_of(outcome: &Outcome, result: &ResultMessage) -> String {
    match outcome {
        Outcome::Interrupted => "interrupted".to_owned(),
        _ => match (&result.result, &result.errors) {
            (Some(text), _) => text.clone(),
            (None, Some(errors)) => {
                let shown = errors
                    .iter()
                    .filter(|error| !error.starts_with("[ede_diagnostic]"));
                shown.cloned().collect::<Vec<_>>().join("\n")
            }
            (None, None) => String::new(),
        },
    }
}
