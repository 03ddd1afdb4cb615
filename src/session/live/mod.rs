//! A session that answers. Owns: what to send, hold, refuse and give up, and in which order.
//! Does not own: what is known (`State`, changed by traffic alone), running tools and callbacks (`driver`).
//!
//! `answers` is for requests of the CLI, `requests` for ours, `ending` for the way out.

mod answers;
mod ending;
mod requests;

use super::input::{Command, Input};
use super::ladder::{Ladder, Step, after};
use super::outcome::Outcome;
use super::output::Output;
use super::state::State;
use super::transcript::Limits;
use crate::permissions::Rules;
use crate::trace::{Direction, HeldThing, Moment, Note, Payload, Pipe, Traffic};
use crate::wire::{Frame, Outgoing};
use indexmap::IndexMap;
use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// The callback id of the catch-all `PreToolUse` hook that makes a pause stop the agent at its next tool.
pub const GATE: &str = "cca_gate";

/// How a live session behaves.
#[derive(Debug, Clone, Default)]
pub struct LiveOptions {
    /// Decide permission requests before anybody is asked.
    pub rules: Rules,
    /// What relative paths in rules are relative to.
    pub cwd: PathBuf,
    /// What `~` in rules means.
    pub home: Option<PathBuf>,
    /// The limits of the steps when it ends.
    pub ladder: Ladder,
    /// How much of the conversation is kept in memory.
    pub limits: Limits,
}

struct Ticket {
    asker: u64,
    operation: String,
    limit: Option<Duration>,
    deadline: Option<Moment>,
}

struct Held {
    thing: HeldThing,
    outgoing: Outgoing,
}

/// A session that answers: inputs in, outputs out.
pub struct Live {
    state: State,
    options: LiveOptions,
    /// Replies that are owed, by the id of the control request.
    tickets: IndexMap<String, Ticket>,
    /// Requests whose answer is on its way to the wire: a second answer is late.
    answering: HashSet<String, foldhash::fast::RandomState>,
    /// Requests that are over, and why.
    over: VecDeque<(String, &'static str)>,
    held: VecDeque<Held>,
    closing: Option<Step>,
    /// Prompts that are accepted and not written yet.
    unwritten: usize,
    /// A pipe is closed; until then the process may end by itself.
    lost: Option<(Pipe, Moment)>,
    next_id: u64,
    /// It is only looked at.
    watched: bool,
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live")
            .field("phase", &self.state.phase())
            .field("held", &self.held.len())
            .finish_non_exhaustive()
    }
}

impl Live {
    /// A session that has not started yet.
    pub fn new(options: LiveOptions) -> Self {
        Self {
            state: State::new(options.limits),
            options,
            tickets: IndexMap::new(),
            answering: HashSet::default(),
            over: VecDeque::new(),
            held: VecDeque::new(),
            closing: None,
            unwritten: 0,
            lost: None,
            next_id: 0,
            watched: false,
        }
    }

    /// A session of a recording: it shows what it is told to and does nothing, whatever is asked of it.
    pub fn watching(state: State) -> Self {
        let mut live = Self::new(LiveOptions::default());
        live.watched = true;
        live.state = state;
        live
    }

    /// Shows another moment of a session that is only looked at.
    pub fn show(&mut self, state: State) {
        if self.watched {
            self.state = state;
        }
    }

    /// What is known.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Where the CLI was started.
    pub fn cwd(&self) -> &std::path::Path {
        &self.options.cwd
    }

    /// When [`Input::Tick`] is wanted next.
    pub fn next_deadline(&self) -> Option<Moment> {
        let tickets = self.tickets.values().filter_map(|ticket| ticket.deadline);
        let closing = self.closing.and_then(Step::deadline);
        let lost = self.lost.map(|(_, until)| until);
        tickets.chain(closing).chain(lost).min()
    }

    /// Whether a request of ours waits for the CLI: then its output has to be read even if nobody wants the messages.
    pub fn waits_for_cli(&self) -> bool {
        !self.tickets.is_empty() || self.closing.is_some()
    }

    /// While the session is being ended: until when the step that is being tried may take; `None` within it has no limit.
    pub fn closing_until(&self) -> Option<Option<Moment>> {
        self.closing.map(Step::deadline)
    }

    /// Whether the session is being ended.
    pub fn closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Takes in what happened; says what to do.
    pub fn handle(&mut self, input: Input) -> Vec<Output> {
        let mut out = Vec::new();
        self.handle_into(input, &mut out);
        out
    }

    /// The same with a list to be used again and again.
    pub fn handle_into(&mut self, input: Input, out: &mut Vec<Output>) {
        if self.watched {
            return;
        }
        match input {
            Input::Traffic(mut traffic) => self.on_traffic(&mut traffic, out),
            Input::Command { at, command } => self.on_command(at, command, out),
            Input::Answer { at: _, id, answer } => self.on_answer(id, answer, out),
            Input::Tick(now) => self.on_tick(now, out),
        }
    }

    /// The same for traffic that is needed elsewhere too. An MCP message is moved out of it, to be served.
    pub fn on_traffic(&mut self, traffic: &mut Traffic, out: &mut Vec<Output>) {
        if self.watched {
            return;
        }
        self.state.observe(traffic);
        match (&mut traffic.payload, traffic.direction) {
            (Payload::Frame(Frame::ControlRequest(request)), Direction::In) => {
                self.asked(request, out);
            }
            (Payload::Frame(Frame::ControlResponse(response)), Direction::In) => {
                self.answered(&response.response, out);
            }
            (Payload::Frame(Frame::ControlResponse(response)), Direction::Out) => {
                let id = response.response.request_id.as_deref().unwrap_or_default();
                if let Some(id) = self.answering.take(id) {
                    self.remember(id, "answered");
                }
            }
            (Payload::Frame(Frame::User(_)), Direction::Out) => {
                self.unwritten = self.unwritten.saturating_sub(1);
            }
            (Payload::Frame(Frame::ControlRequest(request)), Direction::Out) => {
                self.sent(request, traffic.at, out);
            }
            (Payload::Frame(Frame::ControlCancel(cancel)), Direction::In) => {
                if let Some(id) = &cancel.request_id {
                    self.withdrawn(id, out);
                }
            }
            (Payload::Frame(Frame::Result(result)), Direction::In)
                if Outcome::of(result) == Outcome::StartFailed =>
            {
                self.start_failed(out);
            }
            (Payload::Note(Note::Exited { .. }), _) => self.exited(out),
            _ => {}
        }
        if let Some(step) = self.closing {
            self.closing = Some(self.options.ladder.advance(
                step,
                traffic.at,
                self.state.busy(),
                out,
            ));
        }
    }

    fn on_command(&mut self, at: Moment, command: Command, out: &mut Vec<Output>) {
        match command {
            Command::Prompt { ticket, prompt } => self.prompt(ticket, prompt, out),
            Command::Request {
                ticket,
                subtype,
                body,
                limit,
            } => self.request(at, (ticket, subtype), &body, limit, out),
            Command::Withdraw { ticket } => self.withdraw(ticket, out),
            Command::Pause if !self.state.life.paused && self.is_open() => {
                out.push(Output::Note(Note::Paused));
            }
            // What can no longer be written stays listed as held.
            Command::Resume if self.state.life.paused && self.is_open() => self.resume(out),
            Command::TakeBack { uuid } => self.take_back(uuid, out),
            Command::Close => self.close(at, Note::Closing, out),
            Command::Cancel => self.close(at, Note::Cancelling, out),
            Command::Lost { pipe } if self.closing.is_none() && self.state.life.exit.is_none() => {
                self.lost = Some((pipe, after(at, self.options.ladder.input)));
            }
            Command::Pause | Command::Resume | Command::Lost { .. } => {}
        }
    }

    /// Whether anything new may still be begun.
    fn is_open(&self) -> bool {
        self.can_write() && self.closing.is_none()
    }

    /// Whether a line can still reach the process.
    fn can_write(&self) -> bool {
        self.state.life.exit.is_none() && !self.state.life.input_closed
    }
}
