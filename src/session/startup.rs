//! Start-up, step by step, with times. Owns: what has happened so far. Does not own: judging what is slow.

use crate::trace::Moment;
use indexmap::IndexMap;

/// When each step of the start was seen.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StartUp {
    /// The process was started.
    pub spawned: Option<Moment>,
    /// Its first byte came.
    pub first_byte: Option<Moment>,
    /// We sent `initialize`.
    pub initialize_sent: Option<Moment>,
    /// `initialize` was answered (or refused).
    pub initialize_answered: Option<Moment>,
    /// The handshake with each of our MCP servers, by its key.
    pub servers: IndexMap<String, Handshake>,
    /// The first turn began.
    pub first_turn: Option<Moment>,
}

/// The MCP handshake of one server of ours, as the CLI leads it.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Handshake {
    /// The CLI sent `initialize`.
    pub initialize: Option<Moment>,
    /// We answered it.
    pub answered: Option<Moment>,
    /// The CLI sent `notifications/initialized`.
    pub initialized: Option<Moment>,
    /// The CLI asked for the tools.
    pub tools_asked: Option<Moment>,
    /// We listed them: the server is ready.
    pub tools_listed: Option<Moment>,
}

/// A step of the start, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Waiting for the first byte.
    FirstByte,
    /// Waiting for the answer to `initialize`.
    Initialize,
    /// Waiting for a server's handshake.
    Server(String),
    /// Waiting for the first turn.
    FirstTurn,
    /// Started.
    Done,
}

impl StartUp {
    pub(super) fn first(slot: &mut Option<Moment>, at: Moment) {
        if slot.is_none() {
            *slot = Some(at);
        }
    }

    pub(super) fn server_asked(&mut self, server: &str, method: &str, at: Moment) {
        let handshake = self.servers.entry(server.to_owned()).or_default();
        match method {
            "initialize" => handshake.initialize = Some(at),
            "notifications/initialized" => handshake.initialized = Some(at),
            "tools/list" => Self::first(&mut handshake.tools_asked, at),
            _ => {}
        }
    }

    pub(super) fn server_answered(&mut self, server: &str, method: &str, at: Moment) {
        if let Some(handshake) = self.servers.get_mut(server) {
            match method {
                "initialize" => handshake.answered = Some(at),
                "tools/list" => Self::first(&mut handshake.tools_listed, at),
                _ => {}
            }
        }
    }

    /// What the start is waiting for now.
    pub fn step(&self) -> Step {
        if self.first_turn.is_some() {
            return Step::Done;
        }
        if self.first_byte.is_none() {
            return Step::FirstByte;
        }
        if self.initialize_sent.is_some() && self.initialize_answered.is_none() {
            return Step::Initialize;
        }
        let slow = self
            .servers
            .iter()
            .find(|(_, handshake)| handshake.tools_listed.is_none());
        slow.map_or(Step::FirstTurn, |(name, _)| Step::Server(name.clone()))
    }
}
