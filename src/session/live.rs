//! A session that answers. Owns: what to send, hold, refuse and give up, and in which order.
//! Does not own: what is known (`State`, changed by traffic alone), running tools and callbacks (`driver`).

use super::input::{Answer, Command, Input};
use super::ladder::{Ladder, Step, after};
use super::outcome::Outcome;
use super::output::{Output, Reply};
use super::pending::{Asked, Origin};
use super::state::State;
use super::transcript::Limits;
use crate::permissions::{Behavior, Call, Rules};
use crate::trace::{DecidedBy, Direction, HeldThing, Moment, Note, Payload, Pipe, Traffic};
use crate::wire::control::{ControlRequest, ResponseBody};
use crate::wire::permission::PermissionAnswer;
use crate::wire::{EncodeError, Frame, Outgoing, Prompt};
use indexmap::IndexMap;
use serde_json::{Value, json};
use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// The callback id of the catch-all `PreToolUse` hook that makes a pause stop the agent at its next tool.
pub const GATE: &str = "cca_gate";

/// Requests whose end is remembered, to say why an answer comes too late.
const REMEMBERED: usize = 256;

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
    answering: HashSet<String>,
    /// Requests that are over, and why.
    over: VecDeque<(String, &'static str)>,
    held: VecDeque<Held>,
    closing: Option<Step>,
    /// A pipe is closed; until then the process may end by itself.
    lost: Option<(Pipe, Moment)>,
    next_id: u64,
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
            answering: HashSet::new(),
            over: VecDeque::new(),
            held: VecDeque::new(),
            closing: None,
            lost: None,
            next_id: 0,
        }
    }

    /// What is known.
    pub fn state(&self) -> &State {
        &self.state
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

    /// Whether the session is being ended.
    pub fn closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Takes in what happened; says what to do.
    pub fn handle(&mut self, input: Input) -> Vec<Output> {
        match input {
            Input::Traffic(traffic) => self.on_traffic(&traffic),
            Input::Command { at, command } => self.on_command(at, command),
            Input::Answer { at: _, id, answer } => self.on_answer(&id, answer),
            Input::Tick(now) => self.on_tick(now),
        }
    }

    /// The same for traffic that is needed elsewhere too.
    pub fn on_traffic(&mut self, traffic: &Traffic) -> Vec<Output> {
        self.state.observe(traffic);
        let mut out = Vec::new();
        match (&traffic.payload, traffic.direction) {
            (Payload::Frame(Frame::ControlRequest(request)), Direction::In) => {
                self.asked(request, &mut out);
            }
            (Payload::Frame(Frame::ControlResponse(response)), Direction::In) => {
                self.answered(&response.response, &mut out);
            }
            (Payload::Frame(Frame::ControlResponse(response)), Direction::Out) => {
                let id = response.response.request_id.as_deref().unwrap_or_default();
                if self.answering.remove(id) {
                    self.remember(id.to_owned(), "answered");
                }
            }
            (Payload::Frame(Frame::ControlRequest(request)), Direction::Out) => {
                self.sent(request, traffic.at, &mut out);
            }
            (Payload::Frame(Frame::ControlCancel(cancel)), Direction::In) => {
                if let Some(id) = &cancel.request_id {
                    self.withdrawn(id, &mut out);
                }
            }
            (Payload::Frame(Frame::Result(result)), Direction::In)
                if Outcome::of(result) == Outcome::StartFailed =>
            {
                self.start_failed(&mut out);
            }
            (Payload::Note(Note::Exited { .. }), _) => self.exited(&mut out),
            _ => {}
        }
        if let Some(step) = self.closing {
            self.closing = Some(self.options.ladder.advance(
                step,
                traffic.at,
                self.state.busy(),
                &mut out,
            ));
        }
        out
    }

    fn on_command(&mut self, at: Moment, command: Command) -> Vec<Output> {
        let mut out = Vec::new();
        match command {
            Command::Prompt { ticket, prompt } => self.prompt(ticket, prompt, &mut out),
            Command::Request {
                ticket,
                subtype,
                body,
                limit,
            } => self.request(at, (ticket, subtype), &body, limit, &mut out),
            Command::Withdraw { ticket } => self.withdraw(ticket, &mut out),
            Command::Pause if !self.state.life.paused && self.is_open() => {
                out.push(Output::Note(Note::Paused));
            }
            // What can no longer be written stays listed as held.
            Command::Resume if self.state.life.paused && self.can_write() => self.resume(&mut out),
            Command::Close => self.close(at, Note::Closing, &mut out),
            Command::Cancel => self.close(at, Note::Cancelling, &mut out),
            Command::Lost { pipe } if self.closing.is_none() && self.state.life.exit.is_none() => {
                self.lost = Some((pipe, after(at, self.options.ladder.input)));
            }
            Command::Pause | Command::Resume | Command::Lost { .. } => {}
        }
        out
    }

    /// Whether anything new may still be begun.
    fn is_open(&self) -> bool {
        self.can_write() && self.closing.is_none()
    }

    /// Whether a line can still reach the process.
    fn can_write(&self) -> bool {
        self.state.life.exit.is_none() && !self.state.life.input_closed
    }

    fn prompt(&mut self, ticket: u64, prompt: Prompt, out: &mut Vec<Output>) {
        if !self.is_open() {
            return out.push(Output::Reply {
                ticket,
                reply: Reply::Gone {
                    operation: "prompt".to_owned(),
                },
            });
        }
        let thing = HeldThing::Prompt {
            uuid: prompt.uuid.clone(),
            text: prompt.content.plain_text(),
        };
        match Outgoing::user(prompt) {
            Ok(outgoing) if self.state.life.paused => self.hold(thing, outgoing, out),
            Ok(outgoing) => out.push(Output::Send(outgoing)),
            Err(error) => return out.push(unwritable(ticket, &error)),
        }
        out.push(Output::Reply {
            ticket,
            reply: Reply::Accepted,
        });
    }

    fn request(
        &mut self,
        at: Moment,
        (ticket, subtype): (u64, String),
        body: &Value,
        limit: Option<Duration>,
        out: &mut Vec<Output>,
    ) {
        if !self.is_open() {
            return out.push(Output::Reply {
                ticket,
                reply: Reply::Gone { operation: subtype },
            });
        }
        self.next_id += 1;
        let id = format!("cca-{}", self.next_id);
        match Outgoing::request(&id, &subtype, body) {
            Ok(outgoing) => {
                self.tickets.insert(
                    id,
                    Ticket {
                        asker: ticket,
                        operation: subtype,
                        limit,
                        // Until it is on the wire: a child that does not read must not be waited for either.
                        deadline: limit.map(|limit| after(at, limit)),
                    },
                );
                out.push(Output::Send(outgoing));
            }
            Err(error) => out.push(unwritable(ticket, &error)),
        }
    }

    /// A request of ours is on the wire: its limit counts from now on.
    fn sent(&mut self, request: &ControlRequest, at: Moment, out: &mut Vec<Output>) {
        let id = request.request_id.as_deref().unwrap_or_default();
        if let Some(ticket) = self.tickets.get_mut(id)
            && let Some(limit) = ticket.limit
        {
            ticket.deadline = Some(after(at, limit));
            let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
            out.push(Output::Note(Note::Deadline {
                request_id: id.to_owned(),
                after_ms,
            }));
        }
    }

    fn withdraw(&mut self, ticket: u64, out: &mut Vec<Output>) {
        let found = self
            .tickets
            .iter()
            .find(|(_, waiting)| waiting.asker == ticket)
            .map(|(id, _)| id.clone());
        if let Some(id) = found {
            self.tickets.shift_remove(&id);
            if self.is_open() {
                out.extend(Outgoing::cancel(&id).map(Output::Send));
            }
        }
    }

    fn answered(&mut self, body: &ResponseBody, out: &mut Vec<Output>) {
        let id = body.request_id.as_deref().unwrap_or_default();
        let Some(ticket) = self.tickets.shift_remove(id) else {
            return;
        };
        let reply = if body.is_error() {
            let error = body.error.clone().unwrap_or_default();
            Reply::Refused {
                operation: ticket.operation,
                error,
                code: body.error_code.clone(),
            }
        } else {
            Reply::Answered(Box::new(body.clone()))
        };
        out.push(Output::Reply {
            ticket: ticket.asker,
            reply,
        });
    }

    /// The CLI asks. What we can answer from what is known is answered here; the rest is served by others.
    fn asked(&mut self, request: &ControlRequest, out: &mut Vec<Output>) {
        let Some(id) = request.request_id.clone() else {
            return;
        };
        let body = &request.request;
        match body.subtype.as_str() {
            "hook_callback" if body.text("callback_id") == Some(GATE) => {
                out.extend(self.on_answer(&id, Answer::of(&json!({}))));
            }
            "can_use_tool" => match self.ruled(request) {
                Some((answer, rule)) => {
                    out.extend(self.on_answer(
                        &id,
                        Answer::Permission {
                            answer,
                            by: DecidedBy::Rule(rule),
                        },
                    ));
                }
                None => out.push(Output::Serve(Box::new(request.clone()))),
            },
            "mcp_message" | "hook_callback" | "elicitation" | "request_user_dialog" => {
                out.push(Output::Serve(Box::new(request.clone())));
            }
            other => {
                let error = format!("Unsupported control request subtype: {other}");
                out.extend(self.on_answer(&id, Answer::Failure(error)));
            }
        }
    }

    fn ruled(&self, request: &ControlRequest) -> Option<(PermissionAnswer, String)> {
        let body = &request.request;
        let input = body.fields.get("input").unwrap_or(&Value::Null);
        let tool_name = body.text("tool_name")?;
        let cwd = self
            .state
            .facts
            .cwd
            .as_deref()
            .map_or(self.options.cwd.as_path(), std::path::Path::new);
        let call = Call {
            tool_name,
            input,
            cwd,
            home: self.options.home.as_deref(),
        };
        let verdict = self.options.rules.decide(&call)?;
        let for_people = body
            .fields
            .get("requires_user_interaction")
            .and_then(Value::as_bool)
            == Some(true);
        match verdict.behavior {
            Behavior::Allow if !for_people => Some((PermissionAnswer::allow(), verdict.rule)),
            Behavior::Deny => {
                let message = format!("{tool_name} is denied by the rule {}.", verdict.rule);
                Some((PermissionAnswer::deny(message), verdict.rule))
            }
            Behavior::Allow | Behavior::Ask => None,
        }
    }

    fn on_answer(&mut self, id: &str, answer: Answer) -> Vec<Output> {
        let mut out = Vec::new();
        let Some(row) = self
            .state
            .pending
            .get(Origin::Cli, id)
            .filter(|_| !self.answering.contains(id))
        else {
            let why = if self.state.life.exit.is_some() {
                "exited"
            } else {
                self.why_over(id)
            };
            return late(id, why);
        };
        if self.state.life.input_closed {
            return late(id, "closed");
        }
        let holdable = !matches!(row.asked, Asked::Mcp { .. } | Asked::Control { .. });
        let outgoing = match answer {
            Answer::Permission { answer, by } => {
                out.push(Output::Note(Note::Decided {
                    request_id: id.to_owned(),
                    by,
                }));
                match Answer::of(&answer.to_wire()) {
                    Answer::Failure(error) => Outgoing::failure(id, &error),
                    Answer::Success(payload) => Outgoing::success(id, payload),
                    Answer::Permission { .. } => return out,
                }
            }
            Answer::Success(payload) => Outgoing::success(id, payload),
            Answer::Failure(error) => Outgoing::failure(id, &error),
        };
        let outgoing = match outgoing.or_else(|error| Outgoing::failure(id, &error.to_string())) {
            Ok(outgoing) => outgoing,
            Err(error) => {
                let error = error.to_string();
                out.push(Output::Note(Note::HandlerFailed {
                    request_id: id.to_owned(),
                    error,
                }));
                return out;
            }
        };
        self.answering.insert(id.to_owned());
        if self.state.life.paused && holdable {
            self.hold(
                HeldThing::Answer {
                    request_id: id.to_owned(),
                },
                outgoing,
                &mut out,
            );
        } else {
            out.push(Output::Send(outgoing));
        }
        out
    }

    fn hold(&mut self, thing: HeldThing, outgoing: Outgoing, out: &mut Vec<Output>) {
        self.held.push_back(Held {
            thing: thing.clone(),
            outgoing,
        });
        out.push(Output::Note(Note::Held(thing)));
    }

    fn resume(&mut self, out: &mut Vec<Output>) {
        out.push(Output::Note(Note::Resumed));
        for held in std::mem::take(&mut self.held) {
            let wanted = match &held.thing {
                HeldThing::Answer { request_id } => {
                    self.state.pending.get(Origin::Cli, request_id).is_some()
                }
                HeldThing::Prompt { .. } => true,
            };
            if wanted {
                out.push(Output::Send(held.outgoing));
            }
        }
    }

    fn withdrawn(&mut self, id: &str, out: &mut Vec<Output>) {
        self.answering.remove(id);
        self.remember(id.to_owned(), "withdrawn");
        let gone = |held: &Held| matches!(&held.thing, HeldThing::Answer { request_id } if request_id == id);
        self.held.retain(|held| !gone(held));
        out.push(Output::Drop { id: id.to_owned() });
    }

    /// A `result` came where the answer to `initialize` should be: it will never come.
    fn start_failed(&mut self, out: &mut Vec<Output>) {
        let error = self
            .state
            .last_turn()
            .map(|turn| turn.text.clone())
            .unwrap_or_default();
        let waiting: Vec<String> = self.tickets.keys().cloned().collect();
        for id in waiting {
            if self
                .tickets
                .get(&id)
                .is_some_and(|ticket| ticket.operation == "initialize")
                && let Some(ticket) = self.tickets.shift_remove(&id)
            {
                let reply = Reply::Refused {
                    operation: ticket.operation,
                    error: error.clone(),
                    code: None,
                };
                out.push(Output::Reply {
                    ticket: ticket.asker,
                    reply,
                });
            }
        }
    }

    /// The process is gone: everybody who waits is told, and nobody works for it any longer.
    fn exited(&mut self, out: &mut Vec<Output>) {
        for (_, ticket) in std::mem::take(&mut self.tickets) {
            out.push(Output::Reply {
                ticket: ticket.asker,
                reply: Reply::Gone {
                    operation: ticket.operation,
                },
            });
        }
        let unanswered = self
            .state
            .life
            .unanswered
            .iter()
            .filter(|row| row.origin == Origin::Cli);
        out.extend(unanswered.map(|row| Output::Drop { id: row.id.clone() }));
        self.answering.clear();
        self.closing = None;
        self.lost = None;
    }

    fn close(&mut self, at: Moment, note: Note, out: &mut Vec<Output>) {
        if self.state.life.exit.is_some() {
            return;
        }
        let known = match note {
            Note::Cancelling => self.state.life.cancelled,
            _ => self.state.life.closing,
        };
        if !known {
            out.push(Output::Note(note));
        }
        if self.closing.is_some() {
            return;
        }
        self.lost = None;
        self.closing = Some(if self.state.busy() && !self.state.life.input_closed {
            self.next_id += 1;
            // Queued prompts would start another turn after the interrupt.
            let body = json!({"cancel_queued": true});
            let id = format!("cca-{}", self.next_id);
            out.extend(Outgoing::request(&id, "interrupt", &body).map(Output::Send));
            Step::Interrupting {
                until: after(at, self.options.ladder.interrupt),
            }
        } else {
            self.options.ladder.close_input(at, out)
        });
    }

    fn on_tick(&mut self, now: Moment) -> Vec<Output> {
        let mut out = Vec::new();
        if self.state.life.exit.is_some() {
            return out;
        }
        let late = |ticket: &Ticket| ticket.deadline.is_some_and(|deadline| now >= deadline);
        let late: Vec<String> = self
            .tickets
            .iter()
            .filter(|(_, ticket)| late(ticket))
            .map(|(id, _)| id.clone())
            .collect();
        for id in late {
            let Some(ticket) = self.tickets.shift_remove(&id) else {
                continue;
            };
            let others = self.state.pending.iter().filter(|row| row.id != id);
            let pending = others.map(|row| describe(row, now)).collect();
            let after = ticket.limit.unwrap_or_default();
            out.push(Output::Note(Note::TimedOut {
                request_id: id.clone(),
            }));
            if self.can_write() {
                out.extend(Outgoing::cancel(&id).map(Output::Send));
            }
            let reply = Reply::TimedOut {
                operation: ticket.operation,
                after,
                pending,
            };
            out.push(Output::Reply {
                ticket: ticket.asker,
                reply,
            });
        }
        if let Some((pipe, _)) = self.lost.take_if(|(_, until)| now >= *until) {
            // No interrupt: it could not be read, or its answer could not.
            out.push(Output::Note(Note::PipeLost { pipe }));
            self.closing = Some(self.options.ladder.close_input(now, &mut out));
        }
        if let Some(step) = self.closing {
            self.closing = Some(self.options.ladder.advance(
                step,
                now,
                self.state.busy(),
                &mut out,
            ));
        }
        out
    }

    fn remember(&mut self, id: String, why: &'static str) {
        if self.over.len() == REMEMBERED {
            self.over.pop_front();
        }
        self.over.push_back((id, why));
    }

    fn why_over(&self, id: &str) -> &'static str {
        if self.answering.contains(id) {
            return "answered";
        }
        self.over
            .iter()
            .rev()
            .find(|(over, _)| over == id)
            .map_or("unknown", |(_, why)| why)
    }
}

/// One waiting request in words: who waits for whom, and how long.
fn describe(row: &super::pending::Pending, now: Moment) -> String {
    let who = match row.origin {
        Origin::Cli => "the CLI waits for our answer to",
        Origin::Us => "we wait for the CLI's answer to",
    };
    format!(
        "{who} {} since {} s",
        row.asked.label(),
        now.since(row.since).as_secs()
    )
}

fn late(id: &str, why: &str) -> Vec<Output> {
    vec![Output::Note(Note::LateAnswer {
        request_id: id.to_owned(),
        why: why.to_owned(),
    })]
}

fn unwritable(ticket: u64, error: &EncodeError) -> Output {
    Output::Reply {
        ticket,
        reply: Reply::Unwritable {
            error: error.to_string(),
        },
    }
}
