//! PURE. One session on the screen. Owns: the live session and what the screen remembers of it beside.
//! Does not own: its process (`runtime` keeps the driver under the same key).

use super::Replay;
use crate::session::{Command, Input, Live, Output};
use crate::trace::Moment;
use crate::tui::panes::composer::Composer;
use crate::tui::panes::conversation::ConversationView;
use crate::tui::panes::request::Requests;
use crate::tui::panes::traffic::TrafficView;
use crate::tui::widgets::list::ListState;
use crate::wire::requests::ControlRequest;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Which session; never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatKey(pub u32);

/// What a control request was sent for, so that its answer can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// The start.
    Initialize,
    /// An interrupt: its receipt is shown.
    Interrupt,
    /// Anything whose success is only told: the words for it.
    Tell(String),
    /// What fills the context.
    ContextUse,
    /// The output of a task.
    TaskOutput(String),
    /// A permission mode.
    Mode(String),
    /// A server was switched or connected again: the words for it. Then all of them are asked about.
    Server(String),
    /// The states of the servers: shown where they stand.
    Quiet,
    /// A prompt: its text, should it not get on its way.
    Prompt(String),
    /// A queued prompt is taken back.
    Withdraw {
        /// Its id.
        uuid: String,
        /// Its text.
        text: String,
    },
}

/// The lists of the side panes.
#[derive(Debug, Clone)]
pub struct SidePanes {
    /// State.
    pub state: ListState,
    /// Pending.
    pub pending: ListState,
    /// Hooks.
    pub hooks: ListState,
    /// Tools.
    pub tools: ListState,
    /// Tasks.
    pub tasks: ListState,
    /// Decisions.
    pub decisions: ListState,
    /// Servers whose tools are folded away; the empty name is the group of built-in tools.
    pub folded: HashSet<String>,
}

impl Default for SidePanes {
    fn default() -> Self {
        // Logs are followed; what is looked at as a whole begins at its beginning.
        Self {
            state: ListState::default(),
            pending: ListState::at_top(),
            hooks: ListState::default(),
            tools: ListState::at_top(),
            tasks: ListState::at_top(),
            decisions: ListState::default(),
            folded: HashSet::new(),
        }
    }
}

/// What came of the last interrupt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// When it was known.
    pub at: Moment,
    /// In words.
    pub words: String,
    /// Whether the CLI acknowledged it.
    pub acknowledged: bool,
}

/// One session.
#[derive(Debug)]
pub struct Seat {
    /// Its key.
    pub key: SeatKey,
    /// What it is called until it has a title.
    pub name: String,
    /// The session itself.
    pub live: Live,
    /// The time of its own clock.
    pub now: Moment,
    /// The recording, if there is one.
    pub recording: Option<PathBuf>,
    /// The conversation that it was started to go on with.
    pub resumed: Option<String>,
    /// Where one is in the recording, if this is one and no session of ours.
    pub replay: Option<Replay>,
    /// Whether the CLI is the simulator.
    pub simulated: bool,
    /// Whether it is the demo: nothing of what is typed there is kept beside what is meant.
    pub demo: bool,
    /// Requests for a person.
    pub requests: Requests,
    /// How the conversation is looked at.
    pub conversation: ConversationView,
    /// Every line on the wire, and what is wrong with it.
    pub traffic: TrafficView,
    /// What is being typed.
    pub composer: Composer,
    /// The lists of the side panes.
    pub side: SidePanes,
    /// What is sent as soon as the CLI is ready.
    pub first_prompt: Option<String>,
    /// Control requests that are under way.
    pub purposes: HashMap<u64, Purpose>,
    /// The CLI was started so that it refuses to bypass permissions, and was never seen to bypass them.
    pub no_bypass: bool,
    /// What came of the last interrupt.
    pub receipt: Option<Receipt>,
    /// When the servers were last asked about.
    pub servers_asked: Option<Moment>,
    /// When the output of a task was last asked for.
    pub output_asked: Option<Moment>,
    next_ticket: u64,
}

impl Seat {
    /// The conversation that can be gone on with, by its id. The CLI keeps none in which nothing was said; one that it was
    /// to go on with is there all the same.
    pub fn resumable(&self) -> Option<&str> {
        let state = self.live.state();
        let said = !state.turns.is_empty();
        let own = state.facts.session_id().filter(|_| said);
        own.or(self.resumed.as_deref())
    }

    /// A session that has not begun.
    pub fn new(key: SeatKey, name: impl Into<String>, live: Live) -> Self {
        Self {
            key,
            name: name.into(),
            live,
            now: Moment::default(),
            recording: None,
            resumed: None,
            replay: None,
            simulated: false,
            demo: false,
            requests: Requests::default(),
            conversation: ConversationView::default(),
            traffic: TrafficView::default(),
            composer: Composer::default(),
            side: SidePanes::default(),
            first_prompt: None,
            purposes: HashMap::new(),
            no_bypass: false,
            receipt: None,
            servers_asked: None,
            output_asked: None,
            next_ticket: 0,
        }
    }

    /// Whether something about it changes with time alone.
    pub fn counts(&self) -> bool {
        use crate::session::Phase;
        if let Some(replay) = &self.replay {
            return replay.playing.is_some();
        }
        let state = self.live.state();
        let phase = state.phase();
        !(phase.is_final() || phase == Phase::Idle)
            || !state.pending.is_empty()
            || state.tasks.active().next().is_some()
            || self.composer.is_unsaved()
            || self.traffic.meter.moves(self.now)
    }

    /// Where the agent works, as far as is known.
    pub fn folder(&self) -> &Path {
        let told = self.live.state().facts.cwd.as_deref();
        told.map_or_else(|| self.live.cwd(), Path::new)
    }

    /// A command of the person at the keyboard.
    #[must_use]
    pub fn command(&mut self, command: Command) -> Vec<Output> {
        let at = self.now;
        self.live.handle(Input::Command { at, command })
    }

    /// A control request, and what it is for.
    #[must_use]
    pub fn request(
        &mut self,
        subtype: &str,
        body: serde_json::Value,
        purpose: Purpose,
    ) -> Vec<Output> {
        self.next_ticket += 1;
        let ticket = self.next_ticket;
        self.purposes.insert(ticket, purpose);
        self.command(Command::Request {
            ticket,
            subtype: subtype.to_owned(),
            body,
            limit: Some(std::time::Duration::from_mins(1)),
        })
    }

    /// A control request in its own type, and what it is for.
    #[must_use]
    pub fn ask<R: ControlRequest>(&mut self, request: &R, purpose: Purpose) -> Vec<Output> {
        // None of them can fail to become JSON: they are strings, numbers and flags.
        let body = serde_json::to_value(request).unwrap_or_default();
        self.request(R::SUBTYPE, body, purpose)
    }

    /// A ticket of its own, for prompts.
    pub fn ticket(&mut self) -> u64 {
        self.next_ticket += 1;
        self.next_ticket
    }
}
