//! What the rules rest on that the state does not keep. Owns: gathering it, bounded. Does not own: what it means.

use super::answers::Answers;
use super::cost::Cost;
use super::deferred::Deferred;
use super::fields::{self, Fields};
use super::hooks::{self, Trouble};
use crate::session::{Asked, Origin, State};
use crate::trace::{Direction, Moment, Note, Payload, Traffic};
use crate::wire::control::ControlResponse;
use crate::wire::{Block, Content, DEFAULT_LINE_CAP, Frame, System};
use std::sync::Arc;

/// Examples that are kept of each kind.
const KEPT: usize = 20;
/// How many of the latest decisions and runs of hooks are looked at for the one with an id.
const LATEST: usize = 64;
/// Characters that are kept of a text.
const TEXT: usize = 300;
/// From here on a line is nearly too long to be read.
const NEAR_THE_CAP: u64 = (DEFAULT_LINE_CAP / 10 * 8) as u64;

/// Examples of something, and how often there was such a thing. Copies share the examples: hundreds of them are kept.
#[derive(Debug, Clone)]
pub(super) struct Seen<T> {
    pub(super) first: Arc<Vec<T>>,
    pub(super) total: u64,
}

impl<T> Default for Seen<T> {
    fn default() -> Self {
        Self {
            first: Arc::default(),
            total: 0,
        }
    }
}

impl<T: Clone> Seen<T> {
    pub(super) fn push(&mut self, example: T) {
        self.total += 1;
        if self.first.len() < KEPT {
            Arc::make_mut(&mut self.first).push(example);
        }
    }
}

/// Something about a line: its number, a name and a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) seq: u64,
    pub(super) name: String,
    pub(super) text: String,
}

impl Case {
    pub(super) fn new(seq: u64, name: &str, text: &str) -> Self {
        Self {
            seq,
            name: cut(name),
            text: cut(text),
        }
    }
}

/// What was seen on the wire.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    pub(super) untimed: bool,
    pub(super) asked_permission: bool,
    /// Permissions that were asked here and answered with an error.
    pub(super) nobody_decides: Seen<Case>,
    pub(super) denied: Seen<Case>,
    /// Results of tools that are errors.
    pub(super) failed: Seen<Case>,
    pub(super) unknown: Seen<Case>,
    pub(super) fields: Fields,
    pub(super) broken: Seen<Case>,
    pub(super) surrogates: Seen<u64>,
    pub(super) long: Seen<(u64, u64)>,
    pub(super) answers: Answers,
    pub(super) timed_out: Seen<Case>,
    pub(super) handler_failed: Seen<Case>,
    pub(super) hooks: Seen<Trouble>,
    pub(super) deferred: Deferred,
    pub(super) cost: Cost,
    /// Standard input was closed while something was still open: where, and what that was.
    pub(super) closed_early: Option<(u64, String)>,
    pub(super) exit_line: Option<u64>,
    pub(super) initialize_line: Option<u64>,
    pub(super) result_line: Option<u64>,
    pub(super) init_line: Option<u64>,
    /// Where the CLI last told how the servers are.
    pub(super) servers_line: Option<u64>,
    /// The first prompt, and where.
    pub(super) prompted: Option<(Moment, u64)>,
    /// When the CLI last said something.
    pub(super) heard: Option<Moment>,
}

impl Evidence {
    pub(super) fn observe(&mut self, state: &State, traffic: &Traffic) {
        match &traffic.payload {
            Payload::Note(note) => self.note(state, note, traffic.seq),
            Payload::Frame(frame) => self.frame(state, frame, traffic),
            Payload::Stderr => {}
        }
    }

    fn note(&mut self, state: &State, note: &Note, seq: u64) {
        match note {
            Note::LateAnswer { request_id, why } => {
                self.answers.kept_back(seq, &called(state, request_id), why);
            }
            Note::TimedOut { request_id } => {
                let text = state.oddities.last().filter(|odd| odd.seq == seq);
                let text = text.map_or("", |odd| odd.what.as_str());
                self.timed_out.push(Case::new(seq, request_id, text));
            }
            Note::HandlerFailed { request_id, error } => {
                let name = called(state, request_id);
                self.handler_failed.push(Case::new(seq, &name, error));
            }
            Note::InputClosed if !state.life.closing && state.life.exit.is_none() => {
                let mut open = state.pending.iter();
                let waits = open.find(|row| row.origin == Origin::Cli);
                let what = match waits {
                    Some(row) => row.asked.label(),
                    None if state.turn_open() => String::new(),
                    None => return,
                };
                if state.life.interactive {
                    self.closed_early = Some((seq, cut(&what)));
                }
            }
            Note::Exited { .. } => self.exit_line = Some(seq),
            _ => {}
        }
    }

    fn frame(&mut self, state: &State, frame: &Frame, traffic: &Traffic) {
        let (seq, direction) = (traffic.seq, traffic.direction);
        self.line(frame, traffic);
        self.deferred.observe(frame, traffic);
        hooks::observe(&mut self.hooks, state, frame, traffic);
        if let Frame::ControlResponse(answer) = frame {
            self.answers.answered(state, answer, direction, seq);
        }
        match direction {
            Direction::In => {
                self.heard = Some(traffic.at);
                self.fields.observe(frame, seq);
                self.received(state, frame, seq);
            }
            _ => self.sent(state, frame, traffic),
        }
    }

    fn sent(&mut self, state: &State, frame: &Frame, traffic: &Traffic) {
        match frame {
            Frame::User(_) => {
                self.prompted.get_or_insert((traffic.at, traffic.seq));
            }
            Frame::ControlRequest(request) if request.request.subtype == "initialize" => {
                self.initialize_line.get_or_insert(traffic.seq);
            }
            Frame::ControlResponse(answer) if answer.response.is_error() => {
                let id = answer.response.request_id.as_deref();
                let decided = state.decisions.iter().next_back();
                if let Some(decision) = decided.filter(|last| Some(last.request_id.as_str()) == id)
                {
                    let error = answer.response.error.as_deref().unwrap_or_default();
                    let case = Case::new(traffic.seq, &decision.tool_name, error);
                    self.nobody_decides.push(case);
                }
            }
            _ => {}
        }
    }

    fn received(&mut self, state: &State, frame: &Frame, seq: u64) {
        match frame {
            Frame::ControlRequest(_) => self.asked(state, seq),
            Frame::System(System::Init(_)) => {
                self.init_line = Some(seq);
                self.servers_line = Some(seq);
            }
            Frame::ControlResponse(answer) if tells_servers(answer) => {
                self.servers_line = Some(seq);
            }
            Frame::System(System::PermissionDenied(message)) => {
                let denied = &message.body;
                let name = denied.tool_name.as_deref().unwrap_or_default();
                let reason = denied.decision_reason_type.as_deref();
                self.denied
                    .push(Case::new(seq, name, reason.unwrap_or_default()));
            }
            Frame::User(message) => {
                for block in message.message.content.blocks() {
                    if let Block::ToolResult {
                        tool_use_id,
                        is_error: Some(true),
                        content,
                        ..
                    } = block
                    {
                        let call = state.transcript.call(tool_use_id);
                        let name = call.map_or("", |call| call.name.as_str());
                        let text = content.as_deref().map(Content::plain_text);
                        let text = text.unwrap_or_default();
                        self.failed.push(Case::new(seq, name, &text));
                    }
                }
            }
            Frame::Result(result) => {
                self.result_line = Some(seq);
                self.cost.observe(result, seq);
            }
            _ => {}
        }
    }

    /// The CLI asks something. What that is stands in the table: whoever serves it may have taken it out of the frame.
    fn asked(&mut self, state: &State, seq: u64) {
        let newest = state.pending.len().checked_sub(1);
        let newest = newest.and_then(|newest| state.pending.at(newest));
        let Some(row) = newest.filter(|row| row.seq == seq && row.origin == Origin::Cli) else {
            return;
        };
        self.answers.asked(&row.id);
        match &row.asked {
            Asked::Permission { .. } => self.asked_permission = true,
            Asked::Mcp { server, method } if method == "tools/list" => {
                self.deferred.asked(server, &row.id);
            }
            Asked::Control { subtype } if fields::is_unknown_request(subtype) => {
                let name = format!("control_request/{subtype}");
                self.unknown.push(Case::new(seq, &name, ""));
            }
            _ => {}
        }
    }

    /// What is wrong with the line itself.
    fn line(&mut self, frame: &Frame, traffic: &Traffic) {
        let seq = traffic.seq;
        if frame.is_unknown() {
            let subtype = frame.subtype().map(|subtype| format!("/{subtype}"));
            let name = format!("{}{}", frame.kind(), subtype.unwrap_or_default());
            self.unknown.push(Case::new(seq, &name, ""));
        }
        let length = match frame {
            Frame::Oversize { len, .. } => *len,
            _ => traffic.line.len() as u64,
        };
        if length >= NEAR_THE_CAP {
            self.long.push((seq, length));
        } else if frame.is_malformed() {
            let head = traffic.line.get(..TEXT).unwrap_or(&traffic.line);
            let head = String::from_utf8_lossy(head).into_owned();
            let name = format!("{} {}", traffic.direction, frame.kind());
            self.broken.push(Case::new(seq, &name, &head));
        }
        if has_lone_surrogate(&traffic.line) {
            self.surrogates.push(seq);
        }
    }
}

/// What a request of the CLI is called, as far as it is still known; its id else.
pub(super) fn called(state: &State, id: &str) -> String {
    if let Some(row) = state.pending.get(Origin::Cli, id) {
        return row.asked.label();
    }
    let mut decided = state.decisions.iter().rev().take(LATEST);
    if let Some(decision) = decided.find(|decision| decision.request_id == id) {
        return format!("the permission for {}", decision.tool_name);
    }
    let mut hooks = state.hooks.iter().rev().take(LATEST);
    match hooks.find(|run| run.id == id) {
        Some(run) => hooks::called(run),
        None => format!("request {id}"),
    }
}

/// Whether it answers `mcp_status`.
fn tells_servers(answer: &ControlResponse) -> bool {
    let told = answer.response.response.as_ref();
    told.is_some_and(|told| told.get().trim_start().starts_with("{\"mcpServers\""))
}

pub(super) fn cut(text: &str) -> String {
    text.chars().take(TEXT).collect()
}

/// Whether an escape in the line stands for half a character without the other half.
pub(super) fn has_lone_surrogate(line: &[u8]) -> bool {
    let is_low = |digits: Option<&[u8]>| {
        matches!(
            digits,
            Some([b'\\', b'u', b'd' | b'D', b'c'..=b'f' | b'C'..=b'F'])
        )
    };
    let mut from = 0;
    while let Some(at) = line
        .get(from..)
        .and_then(|rest| memchr::memchr(b'\\', rest))
    {
        let at = from + at;
        from = at + 2;
        match line.get(at + 1..at + 4) {
            Some([b'u', b'd' | b'D', b'8'..=b'9' | b'a'..=b'b' | b'A'..=b'B']) => {
                if !is_low(line.get(at + 6..at + 10)) {
                    return true;
                }
                from = at + 12;
            }
            Some([b'u', b'd' | b'D', b'c'..=b'f' | b'C'..=b'F']) => return true,
            _ => {}
        }
    }
    false
}
