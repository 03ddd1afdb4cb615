//! Notes: what happened to a session that is not a line on its pipes.
//! Owns: the closed list of such events and their JSON. Does not own: what follows from them (`session`).
//!
//! Notes are traffic like any other: stamped, recorded, and folded. That is why a recording replays to the same state.

use serde::{Deserialize, Serialize};

/// Something we did, or that happened to the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "note", rename_all = "snake_case")]
pub enum Note {
    /// The CLI was started.
    Spawned {
        /// Its process id, if it runs on this machine.
        pid: Option<u32>,
        /// Whether more prompts may follow the first result.
        interactive: bool,
    },
    /// The process is gone and all its output was read.
    Exited {
        /// The exit code, if it ended by itself.
        code: Option<i32>,
        /// The signal, if it was killed.
        signal: Option<i32>,
    },
    /// We closed its standard input.
    InputClosed,
    /// It closed a pipe and went on living; since nothing can come of it any more, it is ended.
    PipeLost {
        /// Which one.
        pipe: Pipe,
    },
    /// We asked for a graceful end.
    Closing,
    /// We asked for an end at once.
    Cancelling,
    /// We sent a signal to its process group.
    Signalled {
        /// `SIGTERM`, `SIGKILL`, …
        signal: String,
    },
    /// From now on our answers and prompts are held.
    Paused,
    /// What was held is released, in order.
    Resumed,
    /// An answer or a prompt is ready and waits for the resume.
    Held(HeldThing),
    /// A prompt that was held is taken back: it was never written.
    TakenBack {
        /// Its id.
        uuid: String,
    },
    /// Who answered a request, noted just before the answer is written.
    Decided {
        /// The request.
        request_id: String,
        /// Who or what decided.
        by: DecidedBy,
    },
    /// How long we will wait for the answer to a request of ours.
    Deadline {
        /// The request.
        request_id: String,
        /// The limit in milliseconds from when it was sent.
        after_ms: u64,
    },
    /// A request of ours was not answered in time.
    TimedOut {
        /// The request.
        request_id: String,
    },
    /// An answer was not sent, because nobody waits for it any more.
    LateAnswer {
        /// The request.
        request_id: String,
        /// Why nobody waits: `answered`, `withdrawn`, `unknown`, `closed` (our side of the pipe), `exited`.
        why: String,
    },
    /// A handler of ours failed; the answer that went out in its place says so.
    HandlerFailed {
        /// The request it was to answer.
        request_id: String,
        /// What went wrong.
        error: String,
    },
    /// The recording stopped; the session goes on.
    RecordingStopped {
        /// Why.
        reason: String,
    },
    /// Secrets are taken out of the recording. Told when it begins and when it ends.
    Redacted {
        /// How many values were masked until then.
        masked: u64,
    },
    /// A line of a conversation that goes on: what the CLI stored of it, and does not say again.
    Past {
        /// The line.
        entry: serde_json::Value,
    },
    /// A note of a later version.
    #[serde(other)]
    Other,
}

/// A pipe of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pipe {
    /// Its standard input.
    Input,
    /// Its standard output.
    Output,
}

impl Pipe {
    /// A word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Input => "standard input",
            Self::Output => "standard output",
        }
    }
}

/// What is held while a session is paused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "held", rename_all = "snake_case")]
pub enum HeldThing {
    /// The answer to a request of the CLI.
    Answer {
        /// The request.
        request_id: String,
    },
    /// A prompt.
    Prompt {
        /// Its id.
        uuid: String,
        /// Its text, so that it can be sent again should the process die meanwhile.
        text: String,
    },
}

impl HeldThing {
    /// Whether it is the answer to that request of the CLI.
    pub fn answers(&self, id: &str) -> bool {
        matches!(self, Self::Answer { request_id } if request_id == id)
    }

    /// Whether it is that prompt.
    pub fn is_prompt(&self, id: &str) -> bool {
        matches!(self, Self::Prompt { uuid, .. } if uuid == id)
    }
}

/// Who or what made a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// A person, by a key.
    Key,
    /// The program's callback.
    Callback,
    /// A rule; its text.
    Rule(String),
    /// A limit: what it was.
    Limit(String),
    /// The CLI itself, without asking; its reason.
    Cli(String),
    /// The recording does not say.
    Unknown,
}
