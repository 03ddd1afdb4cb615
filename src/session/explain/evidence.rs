//! What the rules rest on that the state does not keep. Owns: gathering it, bounded. Does not own: what it means.

use crate::session::State;
use crate::trace::{Direction, Note, Payload, Traffic};
use crate::wire::{Block, Content, Frame, System};

/// Examples that are kept of each kind.
const KEPT: usize = 20;
/// Characters that are kept of a text.
const TEXT: usize = 300;

/// Examples of something, and how often there was such a thing.
#[derive(Debug, Clone)]
pub(super) struct Seen<T> {
    pub(super) first: Vec<T>,
    pub(super) total: u64,
}

impl<T> Default for Seen<T> {
    fn default() -> Self {
        Self {
            first: Vec::new(),
            total: 0,
        }
    }
}

impl<T> Seen<T> {
    fn push(&mut self, example: T) {
        self.total += 1;
        if self.first.len() < KEPT {
            self.first.push(example);
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

/// What was seen on the wire.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    pub(super) untimed: bool,
    pub(super) asked_permission: bool,
    pub(super) denied: Seen<Case>,
    /// Results of tools that are errors.
    pub(super) failed: Seen<Case>,
    pub(super) unknown: Seen<Case>,
    pub(super) broken: Seen<Case>,
    pub(super) surrogates: Seen<u64>,
    pub(super) long: Seen<(u64, usize)>,
    pub(super) late: Seen<Case>,
    pub(super) stray: Seen<Case>,
    pub(super) timed_out: Seen<Case>,
    pub(super) handler_failed: Seen<Case>,
    /// Standard input was closed while something was still open.
    pub(super) closed_early: Option<u64>,
    /// The cost fell from one result to the next.
    pub(super) cost_fell: Option<u64>,
    pub(super) exit_line: Option<u64>,
    cost: f64,
    strays: u64,
}

impl Evidence {
    pub(super) fn observe(&mut self, state: &State, traffic: &Traffic) {
        match &traffic.payload {
            Payload::Note(note) => self.note(state, note, traffic.seq),
            Payload::Frame(frame) => self.frame(state, frame, traffic),
            Payload::Stderr => {}
        }
        if state.counts.stray_answers > self.strays {
            self.strays = state.counts.stray_answers;
            let text = state.oddities.last().map(|odd| cut(&odd.what));
            let name = traffic.direction.as_str().to_owned();
            self.stray
                .push(case(traffic.seq, name, text.unwrap_or_default()));
        }
    }

    fn note(&mut self, state: &State, note: &Note, seq: u64) {
        match note {
            Note::LateAnswer { request_id, why } => {
                self.late.push(case(seq, request_id.clone(), cut(why)));
            }
            Note::TimedOut { request_id } => {
                let text = state.oddities.last().filter(|odd| odd.seq == seq);
                let text = text.map(|odd| cut(&odd.what)).unwrap_or_default();
                self.timed_out.push(case(seq, request_id.clone(), text));
            }
            Note::HandlerFailed { request_id, error } => {
                self.handler_failed
                    .push(case(seq, request_id.clone(), cut(error)));
            }
            Note::InputClosed if !state.life.closing && state.life.exit.is_none() => {
                let waits = state
                    .pending
                    .any(|row| row.origin == crate::session::Origin::Cli);
                if (waits || state.turn_open()) && state.life.interactive {
                    self.closed_early = Some(seq);
                }
            }
            Note::Exited { .. } => self.exit_line = Some(seq),
            _ => {}
        }
    }

    fn frame(&mut self, state: &State, frame: &Frame, traffic: &Traffic) {
        let seq = traffic.seq;
        self.line(frame, traffic);
        match frame {
            Frame::ControlRequest(request) if request.request.subtype == "can_use_tool" => {
                self.asked_permission |= traffic.direction == Direction::In;
            }
            Frame::System(System::PermissionDenied(message)) => {
                let denied = state.decisions.iter().next_back();
                let name = denied.map(|denied| denied.tool_name.clone());
                let body = serde_json::to_value(&message.body).unwrap_or_default();
                let reason = body.get("decision_reason").or_else(|| body.get("message"));
                let reason = reason
                    .and_then(|reason| reason.as_str())
                    .unwrap_or_default();
                self.denied
                    .push(case(seq, name.unwrap_or_default(), cut(reason)));
            }
            Frame::User(message) if traffic.direction == Direction::In => {
                for block in message.message.content.blocks() {
                    if let Block::ToolResult {
                        tool_use_id,
                        is_error: Some(true),
                        content,
                        ..
                    } = block
                    {
                        let call = state.transcript.call(tool_use_id);
                        let name = call.map(|call| call.name.clone()).unwrap_or_default();
                        let text = content.as_deref().map(Content::plain_text);
                        let text = text.unwrap_or_default();
                        self.failed.push(case(seq, name, cut(&text)));
                    }
                }
            }
            Frame::Result(result) => {
                let cost = result.total_cost_usd.as_ref();
                if let Some(cost) = cost.and_then(serde_json::Number::as_f64) {
                    if cost + 1e-9 < self.cost {
                        self.cost_fell = Some(seq);
                    }
                    self.cost = cost;
                }
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
            self.unknown.push(case(seq, cut(&name), String::new()));
        }
        if frame.is_malformed() {
            let head = traffic.line.get(..TEXT).unwrap_or(&traffic.line);
            let head = String::from_utf8_lossy(head).into_owned();
            let name = format!("{} {}", traffic.direction, frame.kind());
            self.broken.push(case(seq, name, head));
        }
        if traffic.line.len() >= crate::wire::DEFAULT_LINE_CAP / 10 * 8 {
            self.long.push((seq, traffic.line.len()));
        }
        if has_lone_surrogate(&traffic.line) {
            self.surrogates.push(seq);
        }
    }
}

fn case(seq: u64, name: String, text: String) -> Case {
    Case { seq, name, text }
}

fn cut(text: &str) -> String {
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
