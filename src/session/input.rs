//! All that can happen to a live session.

use crate::trace::{DecidedBy, Moment, Pipe, Traffic};
use crate::wire::permission::PermissionAnswer;
use crate::wire::{JsonText, Prompt};
use serde_json::Value;
use serde_json::value::RawValue;
use std::time::Duration;

/// Something happened.
#[derive(Debug)]
pub enum Input {
    /// A line was read or written, or something was noted.
    Traffic(Traffic),
    /// Whoever owns the session wants something.
    Command {
        /// When.
        at: Moment,
        /// What.
        command: Command,
    },
    /// Somebody answered a request of the CLI.
    Answer {
        /// When.
        at: Moment,
        /// The request.
        id: String,
        /// The answer.
        answer: Answer,
    },
    /// Time passed.
    Tick(Moment),
}

/// What the owner of a session may want. A `ticket` names the asker: the reply carries it.
#[derive(Debug)]
pub enum Command {
    /// Say something to the agent.
    Prompt {
        /// Who asks.
        ticket: u64,
        /// What to say.
        prompt: Prompt,
    },
    /// Send a control request.
    Request {
        /// Who asks.
        ticket: u64,
        /// Which request.
        subtype: String,
        /// Its fields, without the subtype.
        body: Value,
        /// How long to wait for the answer.
        limit: Option<Duration>,
    },
    /// The asker no longer wants the answer.
    Withdraw {
        /// Who asked.
        ticket: u64,
    },
    /// Hold every answer and prompt of ours from now on.
    Pause,
    /// Release what is held.
    Resume,
    /// A prompt that is held is not wanted any more: it is never written. Nothing happens if it is not held.
    TakeBack {
        /// Its id.
        uuid: String,
    },
    /// End the session when the agent is done with what can be finished quickly.
    Close,
    /// End the session now.
    Cancel,
    /// The process closed a pipe. If it does not end by itself soon, it is ended.
    Lost {
        /// Which one.
        pipe: Pipe,
    },
}

/// An answer to a request of the CLI.
#[derive(Debug)]
pub enum Answer {
    /// To a permission request.
    Permission {
        /// What was decided.
        answer: PermissionAnswer,
        /// By whom.
        by: DecidedBy,
    },
    /// To any other request: its payload.
    Success(Option<Box<RawValue>>),
    /// To a message for an in-process MCP server: the JSON-RPC answer.
    Mcp(JsonText),
    /// The request could not be answered.
    Failure(String),
}

impl Answer {
    /// A payload from a value.
    pub fn of(value: &Value) -> Self {
        match serde_json::value::to_raw_value(value) {
            Ok(raw) => Self::Success(Some(raw)),
            Err(error) => Self::Failure(error.to_string()),
        }
    }
}
