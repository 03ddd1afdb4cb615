//! The one tree of errors of the library. Owns: stable codes, and saying what to do. Does not own: the details of each
//! domain, whose own errors are wrapped here.

use crate::permissions::RuleError;
use crate::session::{Outcome, Reply};
use crate::tools;
use crate::trace::TraceError;
use crate::transport::launch::LaunchError;
use crate::wire::control::ResponseBody;
use std::time::Duration;

/// Anything that can go wrong between this library, the CLI and the program that uses it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The CLI could not be found, configured or started.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The CLI ended, or never said what it should have said.
    #[error("{what}{}", tail(.stderr))]
    Connection {
        /// What happened.
        what: String,
        /// The last lines of its standard error.
        stderr: Vec<String>,
    },
    /// The CLI refused a control request.
    #[error("the CLI refused {operation}: {message}")]
    Control {
        /// Which request.
        operation: String,
        /// Its words.
        message: String,
        /// Its code, if it gave one.
        error_code: Option<String>,
    },
    /// The CLI answered a control request in a shape this version does not understand.
    #[error(
        "the answer to {operation} is not as expected ({error}); use the raw request to see all of it"
    )]
    Answer {
        /// Which request.
        operation: String,
        /// What does not fit.
        error: String,
    },
    /// No answer in time.
    #[error("{operation} was not answered within {} s{}; raise the limit if the CLI is only slow", .after.as_secs_f32(), pending_text(.pending))]
    Timeout {
        /// Which request.
        operation: String,
        /// How long we waited.
        after: Duration,
        /// What else was waiting, on either side.
        pending: Vec<String>,
    },
    /// The session is over or being closed.
    #[error(
        "the session is over: {operation} cannot be sent any more; start or resume a session first"
    )]
    Closed {
        /// What was to be done.
        operation: String,
    },
    /// An answer that nobody waits for any more.
    #[error(
        "the answer to {request_id} was not sent, since the request is {why}; look at what is open and answer that"
    )]
    Late {
        /// The request that was to be answered.
        request_id: String,
        /// What became of it: `answered`, `withdrawn`, `unknown`, `exited`.
        why: String,
    },
    /// Options that cannot work.
    #[error("{0}")]
    Config(String),
    /// A rule that cannot be read.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A tool, resource or prompt that cannot be registered.
    #[error(transparent)]
    Register(#[from] tools::Error),
    /// A tool that was run directly failed.
    #[error("the tool failed: {0}")]
    Tool(tools::ToolError),
    /// A recording that cannot be made or read.
    #[error(transparent)]
    Recording(#[from] TraceError),
    /// The agent ended without doing what it was asked to.
    #[error("the agent ended with {}: {text}{}", .outcome.as_str(), advice(.outcome))]
    Agent {
        /// How it ended.
        outcome: Outcome,
        /// What the CLI says about it.
        text: String,
    },
    /// Structured output was asked for and none came.
    #[error(
        "the agent gave no structured output although a schema was set; say in the prompt what is wanted, or try again"
    )]
    NoStructuredOutput,
    /// Structured output came and does not fit.
    #[error("the structured output does not fit: {0}")]
    StructuredOutput(String),
    /// A message cannot be written.
    #[error("{0}")]
    Unwritable(String),
}

impl From<tools::ToolError> for Error {
    fn from(error: tools::ToolError) -> Self {
        Self::Tool(error)
    }
}

impl Error {
    /// A code that stays the same from version to version.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Launch(error) => error.code(),
            Self::Connection { .. } | Self::Closed { .. } => "CLI_CONNECTION",
            Self::Control { .. } | Self::Answer { .. } | Self::Unwritable(_) => "CONTROL_PROTOCOL",
            Self::Timeout { .. } => "TIMEOUT",
            Self::Late { .. } => "LATE_ANSWER",
            Self::Config(_) | Self::Rule(_) | Self::Register(_) => "CONFIG",
            Self::Tool(_) => "TOOL_EXECUTION",
            Self::Recording(error) => error.code(),
            Self::Agent { .. } => "AGENT",
            Self::NoStructuredOutput | Self::StructuredOutput(_) => "STRUCTURED_OUTPUT",
        }
    }

    /// What a reply amounts to.
    pub(crate) fn check(reply: Reply) -> Result<Option<Box<ResponseBody>>, Self> {
        Err(match reply {
            Reply::Accepted => return Ok(None),
            Reply::Answered(body) => return Ok(Some(body)),
            Reply::Refused {
                operation,
                error,
                code,
            } => Self::Control {
                operation,
                message: error,
                error_code: code,
            },
            Reply::TimedOut {
                operation,
                after,
                pending,
            } => Self::Timeout {
                operation,
                after,
                pending,
            },
            Reply::Gone { operation } => Self::Closed { operation },
            Reply::Unwritable { error } => Self::Unwritable(error),
        })
    }
}

fn tail(stderr: &[String]) -> String {
    if stderr.is_empty() {
        String::new()
    } else {
        format!("; its last words were:\n  {}", stderr.join("\n  "))
    }
}

fn pending_text(pending: &[String]) -> String {
    if pending.is_empty() {
        String::new()
    } else {
        format!(" ({})", pending.join("; "))
    }
}

fn advice(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::MaxTurns => " (raise max_turns, or prompt again: the session goes on)",
        Outcome::MaxBudget => " (raise max_budget_usd)",
        Outcome::ApiError {
            status: Some(401), ..
        } => " (check the API key or log in with the CLI)",
        _ => "",
    }
}
