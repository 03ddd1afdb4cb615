//! PURE. Who speaks: the main conversation or a sub-agent in it. Owns: that, and the values a list of steps works with.

use super::client::pending::Owner;
use crate::simulator::frames::SubAgent;
use crate::simulator::frames::tasks::TaskInfo;
use crate::simulator::scenario::Usage;
use crate::simulator::scenario::fill::Values;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// A sub-agent.
#[derive(Debug)]
pub(super) struct AgentPlace {
    pub(super) who: SubAgent,
    pub(super) task: TaskInfo,
    pub(super) model: String,
    /// 1 if the main conversation started it.
    pub(super) depth: u32,
    pub(super) began: Duration,
}

/// The main conversation, or a sub-agent.
#[derive(Debug, Clone, Default)]
pub(super) struct Place(pub(super) Option<Arc<AgentPlace>>);

impl Place {
    pub(super) fn agent(&self) -> Option<&AgentPlace> {
        self.0.as_deref()
    }

    /// The sub-agent as frames name it.
    pub(super) fn who(&self) -> Option<&SubAgent> {
        self.agent().map(|agent| &agent.who)
    }

    pub(super) fn is_main(&self) -> bool {
        self.0.is_none()
    }

    /// What its open message is kept under.
    pub(super) fn key(&self) -> &str {
        self.agent().map_or("", |agent| &agent.task.task_id)
    }

    /// How deep a sub-agent started here is.
    pub(super) fn depth_below(&self) -> u32 {
        self.agent().map_or(1, |agent| agent.depth + 1)
    }

    /// Who owns the requests made here: a background agent lives longer than the turn.
    pub(super) fn owner(&self) -> Owner {
        match self.agent() {
            Some(agent) if agent.task.background => Owner::Task(agent.task.task_id.clone()),
            _ => Owner::Turn,
        }
    }
}

/// A list of steps at work: where, and with which values.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    pub(super) place: Place,
    /// What placeholders stand for.
    pub(super) values: Values,
    /// What the next answer of the model uses.
    pub(super) usage: Option<Usage>,
    /// Tools called so far, for the report on a sub-agent.
    pub(super) tools_used: Vec<String>,
    /// The last words of the model.
    pub(super) last_words: String,
    /// Tokens used so far.
    pub(super) tokens: u64,
    /// The model was given tool results and has not said anything since.
    pub(super) owes_answer: bool,
    /// It was reminded that it owes a structured output.
    pub(super) reminded: bool,
    /// Attempts at a structured output.
    pub(super) attempts: u32,
}

impl Part {
    pub(super) fn new(place: Place, values: Values) -> Self {
        Self {
            place,
            values,
            ..Self::default()
        }
    }

    pub(super) fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.values.set(name, value.into());
    }
}
