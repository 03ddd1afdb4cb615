//! PURE. One session on the screen. Owns: the live session and what the screen remembers of it beside.
//! Does not own: its process (`runtime` keeps the driver under the same key).

use crate::session::{Command, Input, Live, Output};
use crate::trace::Moment;
use crate::tui::panes::composer::Composer;
use crate::tui::panes::conversation::ConversationView;
use crate::tui::panes::request::Requests;
use crate::tui::widgets::list::ListState;
use std::collections::HashMap;
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
#[derive(Debug, Clone, Default)]
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
    /// Whether the CLI is the simulator.
    pub simulated: bool,
    /// Requests for a person.
    pub requests: Requests,
    /// How the conversation is looked at.
    pub conversation: ConversationView,
    /// What is being typed.
    pub composer: Composer,
    /// The lists of the side panes.
    pub side: SidePanes,
    /// Control requests that are under way.
    pub purposes: HashMap<u64, Purpose>,
    next_ticket: u64,
}

impl Seat {
    /// A session that has not begun.
    pub fn new(key: SeatKey, name: impl Into<String>, live: Live) -> Self {
        Self {
            key,
            name: name.into(),
            live,
            now: Moment::default(),
            recording: None,
            simulated: false,
            requests: Requests::default(),
            conversation: ConversationView::default(),
            composer: Composer::default(),
            side: SidePanes::default(),
            purposes: HashMap::new(),
            next_ticket: 0,
        }
    }

    /// Whether something about it changes with time alone.
    pub fn counts(&self) -> bool {
        use crate::session::Phase;
        let state = self.live.state();
        let phase = state.phase();
        !(phase.is_final() || phase == Phase::Idle)
            || !state.pending.is_empty()
            || state.tasks.active().next().is_some()
            || self.composer.is_unsaved()
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

    /// A ticket of its own, for prompts.
    pub fn ticket(&mut self) -> u64 {
        self.next_ticket += 1;
        self.next_ticket
    }
}
