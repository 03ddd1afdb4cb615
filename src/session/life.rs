//! The life of the process and of our prompts. Owns: start, pause, close, exit; which prompts are not answered yet.
//! Does not own: the states (`state`), the steps of closing (`live`).

use super::bounded::Bounded;
use super::pending::Pending;
use super::transcript::Fate;
use crate::trace::{HeldThing, Moment, Pipe};
use indexmap::IndexMap;

/// How the process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Exit {
    /// When it was known.
    pub at: Moment,
    /// The exit code, if it ended by itself.
    pub code: Option<i32>,
    /// The signal, if it was killed.
    pub signal: Option<i32>,
}

/// The process, from start to end.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Life {
    /// Its process id.
    pub pid: Option<u32>,
    /// It was started.
    pub spawned: bool,
    /// More prompts may follow the first result.
    pub interactive: bool,
    /// Our answers and prompts are held.
    pub paused: bool,
    /// What is held, in order. If the process dies meanwhile it stays here.
    pub held: Vec<HeldThing>,
    /// Its standard input is closed.
    pub input_closed: bool,
    /// It closed this pipe and did not end: we ended it.
    pub lost_pipe: Option<Pipe>,
    /// We asked for the end.
    pub closing: bool,
    /// We asked for the end before it was done.
    pub cancelled: bool,
    /// We sent it a signal.
    pub signalled: Option<String>,
    /// How it ended.
    pub exit: Option<Exit>,
    /// Requests that were open when it ended, both directions.
    pub unanswered: Vec<Pending>,
    /// How many prompts had no result when it ended.
    pub lost_prompts: usize,
    /// The last lines of its standard error.
    pub stderr: Bounded<String>,
    /// It is no longer recorded, or never was, though it was to be.
    pub recording_stopped: bool,
    /// Secrets are taken out of its recording: how many values, as far as that was told.
    pub redacted: Option<u64>,
}

/// Lines of standard error that are kept.
const STDERR_LINES: usize = 100;

impl Default for Life {
    fn default() -> Self {
        Self {
            pid: None,
            spawned: false,
            // A recording without notes is of an interactive session until its input closes.
            interactive: true,
            paused: false,
            held: Vec::new(),
            input_closed: false,
            lost_pipe: None,
            closing: false,
            cancelled: false,
            signalled: None,
            exit: None,
            unanswered: Vec::new(),
            lost_prompts: 0,
            stderr: Bounded::new(STDERR_LINES),
            recording_stopped: false,
            redacted: None,
        }
    }
}

/// Prompts that are not answered yet: what makes a session busy between the prompt and the first sign of a turn.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct OpenPrompts {
    open: IndexMap<String, OpenPrompt>,
    /// Prompts without a uuid cannot be tracked one by one.
    anonymous: u64,
    /// When the newest of them was sent.
    newest_anonymous: Moment,
    /// The CLI reports what becomes of prompts.
    lifecycle: bool,
}

#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
struct OpenPrompt {
    fate: Fate,
    sent: Moment,
}

impl OpenPrompts {
    /// How many prompts wait for an answer.
    pub fn len(&self) -> usize {
        self.open.len() + usize::try_from(self.anonymous).unwrap_or(usize::MAX)
    }

    /// Whether all prompts were answered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The uuids of prompts the CLI keeps for later.
    pub fn queued(&self) -> impl Iterator<Item = &str> {
        self.open
            .iter()
            .filter(|(_, prompt)| prompt.fate == Fate::Queued)
            .map(|(uuid, _)| uuid.as_str())
    }

    /// Whether no turn works on that prompt yet; of those without an id, whether there is one.
    pub(super) fn waits(&self, uuid: Option<&str>) -> bool {
        match uuid {
            Some(uuid) if !uuid.is_empty() => self
                .open
                .get(uuid)
                .is_some_and(|prompt| matches!(prompt.fate, Fate::Queued | Fate::Sent)),
            _ => self.anonymous > 0,
        }
    }

    /// Whether the CLI reports what becomes of prompts.
    pub(super) fn are_reported(&self) -> bool {
        self.lifecycle
    }

    pub(super) fn sent(&mut self, uuid: Option<&str>, at: Moment) {
        match uuid {
            Some(uuid) if !uuid.is_empty() => {
                self.open.insert(
                    uuid.to_owned(),
                    OpenPrompt {
                        fate: Fate::Sent,
                        sent: at,
                    },
                );
            }
            _ => {
                self.anonymous += 1;
                self.newest_anonymous = at;
            }
        }
    }

    pub(super) fn lifecycle(&mut self, uuid: &str, fate: Fate) {
        self.lifecycle = true;
        match fate {
            Fate::Completed | Fate::Cancelled => {
                self.open.shift_remove(uuid);
            }
            Fate::Sent | Fate::Queued | Fate::Started => {
                if let Some(prompt) = self.open.get_mut(uuid) {
                    prompt.fate = fate;
                }
            }
        }
    }

    /// A result came for the turn that began then: which prompts are over with it?
    pub(super) fn turn_ended(&mut self, began: Moment, named: &[String]) {
        self.anonymous = 0;
        for uuid in named {
            self.open.shift_remove(uuid);
        }
        let tracked = self.lifecycle;
        self.open.retain(|_, prompt| match prompt.fate {
            Fate::Queued => true,
            Fate::Sent if tracked => prompt.sent > began,
            _ => false,
        });
    }

    /// The CLI says that it has nothing to do since it last ran.
    pub(super) fn idle(&mut self, ran_since: Moment) {
        // The word may be about the turn before: a prompt that was sent since then is not answered by it.
        self.anonymous = u64::from(self.anonymous > 0 && self.newest_anonymous > ran_since);
        self.open.retain(|_, prompt| prompt.sent > ran_since);
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.anonymous = 0;
    }
}
