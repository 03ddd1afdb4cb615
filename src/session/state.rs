//! Everything we know about a session. Owns: the picture, and deriving the state and the activity from it.
//! Does not own: changing it (`observe`, the only way) or acting on it (`live`).

use super::bounded::Bounded;
use super::decisions::Decisions;
use super::facts::Facts;
use super::hooks::Hooks;
use super::life::{Life, OpenPrompts};
use super::observe_stored::Told;
use super::outcome::{Outcome, Turn};
use super::pending::{Asked, Origin, PendingTable};
use super::phase::{Activity, Phase};
use super::startup::StartUp;
use super::tasks::Tasks;
use super::tool_stats::ToolStats;
use super::transcript::{Limits, PartialKind, Streaming, Transcript};
use super::usage::Usage;
use crate::trace::Moment;
use indexmap::IndexMap;
use std::time::Duration;

/// Turns and transitions that are kept.
const KEPT: usize = 2000;
/// Oddities that are kept.
const ODDITIES: usize = 200;
/// Requests of the CLI that may wait, and tool calls that may be open, at once. Nothing sensible comes near.
pub(super) const OPEN: usize = 10_000;
/// Silence that is worth a word.
const SILENCE: Duration = Duration::from_secs(30);

/// A change from one state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Transition {
    /// When.
    pub at: Moment,
    /// Before.
    pub from: Phase,
    /// After.
    pub to: Phase,
}

/// Something on the wire that should not be.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Oddity {
    /// When.
    pub at: Moment,
    /// The line.
    pub seq: u64,
    /// What is odd.
    pub what: String,
}

/// How much there was of what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Lines from the CLI.
    pub received: u64,
    /// Bytes from the CLI.
    pub received_bytes: u64,
    /// Lines to the CLI.
    pub sent: u64,
    /// Bytes to the CLI.
    pub sent_bytes: u64,
    /// Messages of a kind this version does not know.
    pub unknown: u64,
    /// Lines that are no messages: broken JSON, not UTF-8, too long.
    pub malformed: u64,
    /// Lines that never were meant to be.
    pub noise: u64,
    /// Answers to requests nobody made.
    pub stray_answers: u64,
    /// Answers of ours that nobody waited for any more.
    pub late_answers: u64,
    /// Requests of the CLI that are not kept, and so never answered, because too many wait already.
    pub dropped_requests: u64,
    /// Tool calls of the model that are not followed, because too many are open already.
    pub dropped_tools: u64,
}

/// A tool the model called that has not come back.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct OpenTool {
    /// Its name.
    pub name: String,
    /// Since when.
    pub since: Moment,
    /// The sub-agent that called it.
    pub parent: Option<String>,
    /// When the last thing it had to wait for (a hook, a permission) was answered: how long it runs counts from here.
    pub ready: Moment,
}

/// What the CLI itself says about being busy.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct CliWord {
    pub(super) state: Option<String>,
    pub(super) ran_since: Moment,
    pub(super) requesting: bool,
    pub(super) compacting: bool,
}

/// A session as its traffic tells it. Only [`State::observe`] changes it, live and replayed alike.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct State {
    /// Model, mode, servers, commands, ids.
    pub facts: Facts,
    /// How the start went.
    pub start_up: StartUp,
    /// The process.
    pub life: Life,
    /// Every unanswered request, both directions.
    pub pending: PendingTable,
    /// The conversation.
    pub transcript: Transcript,
    /// The answer that is being streamed.
    pub streaming: Streaming,
    /// Todos, sub-agents, background commands.
    pub tasks: Tasks,
    /// Cost, tokens, retries, compactions.
    pub usage: Usage,
    /// Hook runs.
    pub hooks: Hooks,
    /// Permission decisions.
    pub decisions: Decisions,
    /// Turns, oldest first; the last one may still run.
    pub turns: Bounded<Turn>,
    /// How the tools did.
    pub tool_stats: ToolStats,
    /// Tools that have not come back.
    pub open_tools: IndexMap<String, OpenTool>,
    /// Prompts that are not answered.
    pub prompts: OpenPrompts,
    /// Changes of state.
    pub transitions: Bounded<Transition>,
    /// What should not have been on the wire.
    pub oddities: Bounded<Oddity>,
    /// How much there was of what.
    pub counts: Counts,
    /// When the last line came from the CLI.
    pub last_received: Moment,
    pub(super) cli: CliWord,
    pub(super) phase: Phase,
    pub(super) since: Moment,
    pub(super) told: Told,
}

impl Default for State {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl State {
    /// A session of which nothing is known yet.
    pub fn new(limits: Limits) -> Self {
        Self {
            facts: Facts::default(),
            start_up: StartUp::default(),
            life: Life::default(),
            pending: PendingTable::default(),
            transcript: Transcript::new(limits),
            streaming: Streaming::default(),
            tasks: Tasks::default(),
            usage: Usage::default(),
            hooks: Hooks::default(),
            decisions: Decisions::default(),
            turns: Bounded::new(KEPT),
            tool_stats: ToolStats::default(),
            open_tools: IndexMap::new(),
            prompts: OpenPrompts::default(),
            transitions: Bounded::new(KEPT),
            oddities: Bounded::new(ODDITIES),
            counts: Counts::default(),
            last_received: Moment::default(),
            cli: CliWord::default(),
            phase: Phase::Idle,
            since: Moment::default(),
            told: Told::default(),
        }
    }

    /// The state, one of nine.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The branch of the working directory; only a transcript tells.
    pub fn git_branch(&self) -> Option<&str> {
        self.told.branch.as_deref()
    }

    /// Since when it is in that state.
    pub fn since(&self) -> Moment {
        self.since
    }

    /// Whether a turn runs.
    pub fn turn_open(&self) -> bool {
        self.turns.last().is_some_and(|turn| turn.ended.is_none())
    }

    /// Whether the agent has something to do.
    pub fn busy(&self) -> bool {
        self.turn_open()
            || !self.prompts.is_empty()
            || matches!(
                self.cli.state.as_deref(),
                Some("running" | "requires_action")
            )
    }

    /// How the last finished turn ended.
    pub fn last_outcome(&self) -> Option<&Outcome> {
        self.turns
            .iter()
            .rev()
            .find_map(|turn| turn.outcome.as_ref())
    }

    /// The last finished turn.
    pub fn last_turn(&self) -> Option<&Turn> {
        self.turns.iter().rev().find(|turn| turn.ended.is_some())
    }

    /// The state that follows from everything else.
    pub(super) fn derive_phase(&self) -> Phase {
        if let Some(exit) = self.life.exit {
            return self.phase_after_exit(exit.code, exit.signal);
        }
        if self.life.paused {
            return Phase::Paused;
        }
        let open = |fits: fn(&Asked) -> bool| {
            self.pending
                .any(|row| row.origin == Origin::Cli && fits(&row.asked))
        };
        if !self.pending.is_empty() && open(Asked::needs_person) {
            return Phase::WaitingPermission;
        }
        let calls =
            !self.pending.is_empty() && open(|asked| matches!(asked, Asked::ToolCall { .. }));
        if calls || (!self.open_tools.is_empty() && !self.streaming.is_active() && self.busy()) {
            return Phase::WaitingToolCall;
        }
        let starting =
            self.start_up.initialize_sent.is_some() && self.start_up.initialize_answered.is_none();
        let silent = self.life.spawned && self.start_up.first_byte.is_none();
        let answered = self.start_up.initialize_answered.is_some();
        if !answered && self.last_outcome() == Some(&Outcome::StartFailed) {
            return Phase::Failed;
        }
        if (starting || silent) && self.turns.is_empty() {
            return Phase::Starting;
        }
        if self.busy() {
            return Phase::Running;
        }
        match self.last_outcome() {
            Some(outcome) if !self.life.interactive => {
                phase_of_one_shot(outcome, self.life.cancelled)
            }
            _ => Phase::Idle,
        }
    }

    fn phase_after_exit(&self, code: Option<i32>, signal: Option<i32>) -> Phase {
        if self.life.cancelled {
            return Phase::Cancelled;
        }
        let cut_off = self.turn_open() || self.life.lost_prompts > 0;
        match self.last_outcome() {
            _ if (cut_off || self.life.lost_pipe.is_some()) && !self.life.closing => Phase::Failed,
            // Also a prompt that was never taken up: we ended it before it was done.
            _ if cut_off => Phase::Cancelled,
            Some(outcome) if !self.life.interactive => phase_of_one_shot(outcome, false),
            // Exit code 1 only repeats that the last result was an error, which was told already.
            Some(outcome)
                if outcome.is_failure() && signal.is_none() && *outcome != Outcome::StartFailed =>
            {
                Phase::Completed
            }
            _ if signal.is_some() && self.life.signalled.is_some() => Phase::Completed,
            _ if self.life.closing && code.is_some_and(|code| code == 143 || code == 0) => {
                Phase::Completed
            }
            _ if code == Some(0) => Phase::Completed,
            // Who only listened may not know how it ended: nothing speaks for a failure.
            _ if code.is_none() && signal.is_none() => Phase::Completed,
            _ => Phase::Failed,
        }
    }

    /// What is going on, at the given time.
    pub fn activity(&self, now: Moment) -> Activity {
        if self.life.paused {
            return Activity::Holding {
                held: self.life.held.len(),
            };
        }
        if let Some(waiting) = self.waiting_on_person(now) {
            return waiting;
        }
        let hook = self.pending.iter().find_map(|row| match &row.asked {
            Asked::Hook { event, .. } => Some((event.clone(), row.since)),
            _ => None,
        });
        if let Some((event, since)) = hook {
            let running = now.since(since);
            return Activity::Hook { event, running };
        }
        if let Some(retry) = &self.usage.retry {
            return Activity::Retrying {
                attempt: retry.attempt,
                of: retry.of,
                error: retry.error.clone(),
            };
        }
        if self.cli.compacting {
            return Activity::Compacting;
        }
        if let Some((_, tool)) = self.open_tools.first()
            && !self.streaming.is_active()
        {
            return Activity::Tool {
                name: tool.name.clone(),
                running: now.since(tool.ready),
                others: self.open_tools.len() - 1,
            };
        }
        if self.busy() && now.since(self.last_received) >= SILENCE {
            return Activity::Silent {
                since: now.since(self.last_received),
            };
        }
        match self.streaming.current().map(|partial| &partial.kind) {
            Some(PartialKind::Thinking) => Activity::Thinking,
            Some(_) => Activity::Streaming,
            None if self.streaming.is_active() => Activity::Streaming,
            None if self.cli.requesting && self.busy() => Activity::Requesting,
            None => Activity::Quiet,
        }
    }

    fn waiting_on_person(&self, now: Moment) -> Option<Activity> {
        let mut waiting = self
            .pending
            .iter()
            .filter(|row| row.origin == Origin::Cli && row.asked.needs_person());
        let first = waiting.next()?;
        let asked = first.asked.label();
        Some(Activity::Person {
            asked,
            waiting: now.since(first.since),
            others: waiting.count(),
        })
    }
}

fn phase_of_one_shot(outcome: &Outcome, cancelled: bool) -> Phase {
    match outcome {
        _ if cancelled => Phase::Cancelled,
        Outcome::Interrupted => Phase::Cancelled,
        outcome if outcome.is_failure() => Phase::Failed,
        _ => Phase::Completed,
    }
}
