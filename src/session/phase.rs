//! The nine states, and what is going on beside them. Owns: the words. Does not own: deriving them (`state`).

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The state of a session: exactly these nine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing runs: not started, or between turns.
    #[default]
    Idle,
    /// Spawned; `initialize` is not answered yet.
    Starting,
    /// The agent works.
    Running,
    /// The agent waits for a tool.
    WaitingToolCall,
    /// The agent waits for a person.
    WaitingPermission,
    /// Our answers and prompts are held.
    Paused,
    /// A one-shot session gave its result, or the process ended as it should.
    Completed,
    /// It ended with an error.
    Failed,
    /// It was ended by us before it was done.
    Cancelled,
}

impl Phase {
    /// All nine, from the beginning of a session to its end.
    pub const ALL: [Self; 9] = [
        Self::Idle,
        Self::Starting,
        Self::Running,
        Self::WaitingToolCall,
        Self::WaitingPermission,
        Self::Paused,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Starting => "starting",
            Self::Running => "running",
            Self::WaitingToolCall => "waiting_tool_call",
            Self::WaitingPermission => "waiting_permission",
            Self::Paused => "paused",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether nothing more will happen.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What is going on, beside the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Activity {
    /// Nothing in particular.
    Quiet,
    /// The API was asked and has not answered yet.
    Requesting,
    /// The model writes text.
    Streaming,
    /// The model thinks.
    Thinking,
    /// A tool runs; if several do, the one that runs longest.
    Tool {
        /// Its name.
        name: String,
        /// For how long.
        running: Duration,
        /// How many more run.
        others: usize,
    },
    /// A hook of ours has not answered yet.
    Hook {
        /// Its event.
        event: String,
        /// For how long.
        running: Duration,
    },
    /// A person has not answered yet.
    Person {
        /// What is asked.
        asked: String,
        /// For how long.
        waiting: Duration,
        /// How many more requests wait.
        others: usize,
    },
    /// The API failed; it will be asked again.
    Retrying {
        /// Which attempt.
        attempt: u64,
        /// Of how many.
        of: u64,
        /// Why.
        error: String,
    },
    /// The conversation is being shortened.
    Compacting,
    /// Answers and prompts of ours are held.
    Holding {
        /// How many.
        held: usize,
    },
    /// Nothing came for a while although the agent works.
    Silent {
        /// For how long.
        since: Duration,
    },
}

impl std::fmt::Display for Activity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Quiet => Ok(()),
            Self::Requesting => f.write_str("waiting for the model"),
            Self::Streaming => f.write_str("streaming"),
            Self::Thinking => f.write_str("thinking"),
            Self::Tool {
                name,
                running,
                others: 0,
            } => write!(f, "running {name} {} s", running.as_secs()),
            Self::Tool {
                name,
                running,
                others,
            } => {
                write!(
                    f,
                    "running {name} {} s and {others} more",
                    running.as_secs()
                )
            }
            Self::Hook { event, running } => {
                write!(f, "waiting on hook {event} {} s", running.as_secs())
            }
            Self::Person {
                asked,
                waiting,
                others: 0,
            } => write!(f, "{asked} {} s", waiting.as_secs()),
            Self::Person {
                asked,
                waiting,
                others,
            } => {
                write!(f, "{asked} {} s and {others} more", waiting.as_secs())
            }
            Self::Retrying { attempt, of, error } => {
                write!(f, "retrying the API {attempt}/{of} ({error})")
            }
            Self::Compacting => f.write_str("compacting"),
            Self::Holding { held } => write!(f, "{held} held"),
            Self::Silent { since } => write!(f, "silent for {} s", since.as_secs()),
        }
    }
}
