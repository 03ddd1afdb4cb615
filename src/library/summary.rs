//! What a recording is about, in a few words. Owns: folding a file once, and what is kept of it.
//! Does not own: keeping it (`index`).

use crate::session::{ItemKind, State};
use crate::trace::{Direction, Item, Moment, Recording, TraceError, Traffic};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Characters of a title that are kept.
const TITLE: usize = 120;

/// What a recording is about.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Summary {
    /// When the session started.
    pub started: Option<DateTime<Utc>>,
    /// Seconds from then to its last line.
    pub duration_s: f64,
    /// Its title, or the first line of its first prompt.
    pub title: Option<String>,
    /// Where the agent worked.
    pub directory: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The CLI's version.
    pub cli_version: Option<String>,
    /// The last session id.
    pub session_id: Option<String>,
    /// The process of the CLI.
    pub pid: Option<u32>,
    /// Turns.
    pub turns: u64,
    /// Dollars.
    pub cost_usd: Option<f64>,
    /// Lines, both directions, notes and standard error included.
    pub lines: u64,
    /// Lines of the file that are no entries.
    pub damaged: u64,
    /// One of the nine states, at the end.
    pub state: String,
    /// How the last finished turn ended.
    pub outcome: Option<String>,
    /// How the recording ends.
    pub ending: Ending,
    /// Secrets were masked when it was recorded.
    pub redacted: bool,
}

/// How a recording ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// The CLI ended by itself.
    Exited {
        /// Its exit code.
        code: i32,
    },
    /// The CLI was killed.
    Killed {
        /// By this signal.
        signal: i32,
    },
    /// The CLI ended, and how is not known.
    Over,
    /// The recording just ends: it is still written, or its writer was killed.
    #[default]
    Open,
}

/// Reads a recording to its end.
pub fn summarise(path: &Path) -> Result<Summary, TraceError> {
    let mut recording = Recording::open(path)?;
    let mut summary = Summary::default();
    let mut state = State::default();
    if let Some(header) = recording.header() {
        summary.started = header.started;
        summary.redacted = header.redacted;
        summary.directory.clone_from(&header.cwd);
        summary.cli_version.clone_from(&header.cli_version);
    }
    let mut last = Moment::START;
    for item in recording.by_ref() {
        let Item::Entry(entry) = item? else {
            summary.damaged += 1;
            continue;
        };
        summary.lines += 1;
        last = last.max(entry.at);
        let may_be_prompt = summary.title.is_none() && entry.direction == Direction::Out;
        state.observe(&Traffic::from_entry(entry));
        if may_be_prompt {
            summary.title = first_prompt(&state);
        }
    }
    summary.started = recording.started();
    summary.duration_s = last.since(Moment::START).as_secs_f64();
    summary.take(state);
    Ok(summary)
}

impl Summary {
    fn take(&mut self, state: State) {
        state.phase().as_str().clone_into(&mut self.state);
        self.outcome = state
            .last_outcome()
            .map(|outcome| outcome.as_str().to_owned());
        self.ending = match state.life.exit {
            None => Ending::Open,
            Some(exit) => match (exit.code, exit.signal) {
                (_, Some(signal)) => Ending::Killed { signal },
                (Some(code), _) => Ending::Exited { code },
                (None, None) => Ending::Over,
            },
        };
        self.pid = state.life.pid;
        self.turns = state.turns.total();
        self.cost_usd = state.usage.cost_usd;
        self.session_id = state.facts.session_id().map(str::to_owned);
        let facts = state.facts;
        self.title = facts.title.as_deref().map(first_line).or(self.title.take());
        self.directory = facts.cwd.or(self.directory.take());
        self.model = facts.model.or(self.model.take());
        self.cli_version = facts.cli_version.or(self.cli_version.take());
    }
}

fn first_prompt(state: &State) -> Option<String> {
    state.transcript.iter().find_map(|item| match &item.kind {
        ItemKind::Prompt(prompt) => Some(first_line(&prompt.text)),
        _ => None,
    })
}

fn first_line(text: &str) -> String {
    let line = text.trim_start().lines().next().unwrap_or_default();
    line.chars().take(TITLE).collect()
}
