//! PURE. What the run of a session needs beside the facts the CLI tells about itself. Owns: these switches and counters, and
//! what of them is remembered. Does not own: who changes them.

use super::events::Output;
use super::past::Past;
use super::place::Place;
use super::steps::Flow;
use super::world::World;
use crate::simulator::Setup;
use crate::simulator::frames::result::AgentTally;
use crate::simulator::frames::system::SessionState;
use crate::simulator::frames::{Tokens, system};
use crate::simulator::scenario::{FailureKind, Used};
use serde_json::{Map, Value};

/// How the session runs.
#[derive(Debug)]
pub(super) struct Session {
    /// The start is over: lines are read, turns may run.
    pub(super) ready: bool,
    /// Not one byte is said.
    pub(super) mute: bool,
    /// Prompts are never taken up.
    pub(super) refuses_prompts: bool,
    pub(super) state: SessionState,
    pub(super) partial: bool,
    pub(super) replays: bool,
    /// Prompts that were answered, in earlier processes too.
    pub(super) turns: u64,
    pub(super) values: Map<String, Value>,
    /// Which rules have answered how often.
    pub(super) used: Used,
    /// The last turn was interrupted.
    pub(super) interrupted_before: bool,
    pub(super) agents: AgentTally,
    pub(super) max_turns: Option<u64>,
    pub(super) max_budget: Option<f64>,
    /// The client has closed its side.
    pub(super) closed: bool,
    /// The last result was an error.
    pub(super) last_failed: bool,
    /// The process ends after the running turn.
    pub(super) leaving: bool,
    /// Sessions are kept.
    persists: bool,
    /// A prompt was taken up: there is something to keep.
    pub(super) worth_keeping: bool,
}

impl Session {
    pub(super) fn new(setup: &Setup) -> Self {
        let past = setup.history.resumed.clone().unwrap_or_default();
        let flags = &setup.flags;
        Self {
            ready: false,
            mute: false,
            refuses_prompts: false,
            state: SessionState::Idle,
            partial: flags.partial,
            replays: flags.replay_prompts,
            turns: past.turns,
            values: past.values,
            used: Used::default(),
            interrupted_before: false,
            agents: AgentTally::default(),
            max_turns: flags.max_turns,
            max_budget: flags.max_budget_usd,
            closed: false,
            last_failed: false,
            leaving: false,
            persists: !flags.session.no_persistence,
            worth_keeping: false,
        }
    }
}

impl World {
    /// Asks for the session to be kept.
    pub(super) fn save(&mut self) {
        if self.session.persists && self.session.worth_keeping && !self.ended {
            let past = Past {
                session_id: self.facts.session_id.clone(),
                cwd: self.facts.place.cwd.clone(),
                turns: self.session.turns,
                values: self.session.values.clone(),
                title: self.facts.title.clone(),
                used_ms: self.unix_ms(),
            };
            self.out.push(Output::Save(Box::new(past)));
        }
    }

    /// Another title.
    pub(super) fn change_title(&mut self, title: &str) {
        self.facts.title = Some(title.to_owned());
        let stamp = self.stamp();
        self.emit(&system::title_changed(&stamp, title));
    }

    /// Counts an answer of the model.
    pub(super) fn spend(
        &mut self,
        place: &Place,
        model: &str,
        used: Tokens,
        price: Option<f64>,
        took_ms: u64,
    ) {
        let sub_agent = !place.is_main();
        self.facts
            .ledger
            .record(model, used, price, took_ms, sub_agent);
        if let (true, Some(turn)) = (place.is_main(), &mut self.turn) {
            turn.first_use.get_or_insert(used);
        }
    }

    /// Whether the budget allows to go on.
    pub(super) fn within_budget(&self) -> Result<(), Flow> {
        match self.session.max_budget {
            Some(budget) if self.facts.ledger.total_cost_usd() >= budget => {
                Err(Flow::Fail(FailureKind::MaxBudget.into()))
            }
            _ => Ok(()),
        }
    }
}
