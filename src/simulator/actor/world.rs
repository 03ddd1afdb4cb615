//! PURE. What all coroutines of the script share. Owns: the clock, timers, and the parts each subject keeps here.
//! Does not own: what any part means; each subject has its file.

use super::calls::background::Tasks;
use super::calls::mcp::Greetings;
use super::client::hooks::Hooks;
use super::client::listen::Backlog;
use super::client::pending::PendingRequests;
use super::events::Output;
use super::session::Session;
use super::speech::message::Message;
use super::threads::Thread;
use super::turns::queue::Queue;
use super::turns::turn::Turn;
use crate::simulator::Setup;
use crate::simulator::facts::Facts;
use crate::simulator::frames::Ids;
use crate::simulator::scenario::{Compiled, Scenario};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Everything.
pub(super) struct World {
    /// How long the process runs.
    pub(super) now: Duration,
    /// When it was started.
    pub(super) started: DateTime<Utc>,
    /// Counts changes: whoever waits looks again.
    pub(super) changes: u64,
    /// Counts inputs.
    pub(super) inputs: u64,
    /// What was said and is not yet handed over.
    pub(super) out: Vec<Output>,
    /// How much that is.
    pub(super) out_bytes: usize,
    /// Deadlines somebody waits for.
    pub(super) timers: BTreeMap<u64, Duration>,
    next_timer: u64,
    /// Coroutines that are to start.
    pub(super) starting: Vec<Thread>,
    /// The process is over: nothing more is said.
    pub(super) ended: bool,
    pub(super) ids: Ids,
    pub(super) script: Arc<Compiled>,
    pub(super) scenario: Arc<Scenario>,
    /// Answers that are being given, by who gives them.
    pub(super) messages: BTreeMap<String, Message>,
    pub(super) setup: Setup,
    pub(super) session: Session,
    pub(super) pending: PendingRequests,
    pub(super) hooks: Hooks,
    pub(super) greetings: Greetings,
    /// Servers whose greeting was given beforehand.
    pub(super) parked: Vec<String>,
    /// `initialize` was answered.
    pub(super) initialized: bool,
    /// Lines that came before the start was over.
    pub(super) backlog: Backlog,
    /// What the CLI knows of itself.
    pub(super) facts: Facts,
    pub(super) tasks: Tasks,
    pub(super) queue: Queue,
    pub(super) turn: Option<Turn>,
    /// Prompts of this turn that are to be repeated once the model is asked.
    pub(super) replays_due: Vec<super::turns::queue::Prompt>,
}

impl World {
    pub(super) fn new(setup: Setup) -> Self {
        let script = Arc::clone(&setup.script);
        let scenario = Arc::new(script.scenario().clone());
        let mut ids = Ids::new(setup.seed);
        let session = Session::new(&setup);
        let facts = setup.facts(&mut ids);
        Self {
            now: Duration::ZERO,
            started: setup.started,
            changes: 0,
            inputs: 0,
            out: Vec::new(),
            out_bytes: 0,
            timers: BTreeMap::new(),
            next_timer: 0,
            starting: Vec::new(),
            ended: false,
            ids,
            script,
            scenario,
            messages: BTreeMap::new(),
            session,
            pending: PendingRequests::default(),
            hooks: Hooks::default(),
            greetings: Greetings::default(),
            parked: Vec::new(),
            initialized: false,
            backlog: Backlog::default(),
            facts,
            tasks: Tasks::default(),
            queue: Queue::default(),
            turn: None,
            replays_due: Vec::new(),
            setup,
        }
    }

    /// A deadline from now on.
    pub(super) fn set_timer(&mut self, time: Duration) -> u64 {
        self.next_timer += 1;
        self.timers
            .insert(self.next_timer, self.now.saturating_add(time));
        self.next_timer
    }

    /// Whether a deadline has passed.
    pub(super) fn is_due(&self, timer: u64) -> bool {
        self.timers.get(&timer).is_none_or(|at| *at <= self.now)
    }

    /// The time of day.
    pub(super) fn clock(&self) -> DateTime<Utc> {
        TimeDelta::from_std(self.now)
            .ok()
            .and_then(|passed| self.started.checked_add_signed(passed))
            .unwrap_or(self.started)
    }

    /// Milliseconds since `earlier`.
    pub(super) fn ms_since(&self, earlier: Duration) -> u64 {
        let passed = self.now.saturating_sub(earlier);
        u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
    }

    /// Says the last word.
    pub(super) fn end(&mut self, last: Output) {
        if !self.ended {
            self.save();
            self.out.push(last);
            self.ended = true;
            self.changes += 1;
        }
    }
}
