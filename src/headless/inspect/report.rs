//! PURE. Folds traffic, one line at a time, into a session state and what is counted beside it.
//! Owns: the counters, all bounded. Does not own: reading files, or the shape of the result (`summary`).

use super::counts::{Calls, Kept, Kinds, Requests, clip};
use super::spans::Spans;
use super::summary::{Malformed, Summary, Unknown};
use crate::session::explain::{Explainer, OfFile};
use crate::session::{Limits, State};
use crate::trace::{Damaged, Direction, Format, Header, Moment, Oversize, Payload, Traffic};
use crate::wire::Frame;
use serde_json::Value;

/// Unknown and malformed lines that are listed; beyond it they are counted.
const LISTED: usize = 100;
/// Characters that are shown of a line that is no message.
pub(super) const HEAD: usize = 120;

/// What is known about a recording so far.
#[derive(Debug)]
pub struct Report {
    pub(super) format: Format,
    pub(super) state: State,
    pub(super) explainer: Explainer,
    pub(super) received: Kinds,
    pub(super) sent: Kinds,
    pub(super) stderr: u64,
    pub(super) notes: u64,
    pub(super) unknown: Kept<Unknown>,
    pub(super) malformed: Kept<Malformed>,
    pub(super) calls: Calls,
    pub(super) requests: Requests,
    pub(super) spans: Spans,
    pub(super) header_version: Option<String>,
    pub(super) first: Option<Moment>,
    pub(super) last: Moment,
    /// The time now, in a session that goes on.
    now: Option<Moment>,
    pub(super) torn: bool,
    /// The last line so far.
    latest: u64,
    /// Nobody writes to the file any more.
    ended: bool,
    damaged: Kept<u64>,
}

impl Report {
    /// A report of which nothing is known yet but the kind of file.
    pub fn new(format: Format) -> Self {
        let mut explainer = Explainer::default();
        if !format.has_times() {
            explainer.untimed();
        }
        Self {
            explainer,
            format,
            state: State::default(),
            received: Kinds::default(),
            sent: Kinds::default(),
            stderr: 0,
            notes: 0,
            unknown: Kept::new(LISTED),
            malformed: Kept::new(LISTED),
            calls: Calls {
                any_may_end: format == Format::Transcript,
                ..Calls::default()
            },
            requests: Requests::default(),
            spans: Spans::default(),
            header_version: None,
            first: None,
            last: Moment::START,
            now: None,
            torn: false,
            latest: 0,
            ended: false,
            damaged: Kept::new(LISTED),
        }
    }

    /// The same, with another bound on how much of the conversation is kept.
    #[must_use]
    pub fn keeping(mut self, limits: Limits) -> Self {
        self.state = State::new(limits);
        self
    }

    /// The file has a header.
    pub fn header(&mut self, header: &Header) {
        self.header_version.clone_from(&header.cli_version);
    }

    /// The session goes on, and it is this late in it: who waits has waited since.
    pub fn goes_on(&mut self, now: Moment) {
        self.now = Some(now);
    }

    /// The file has come to its end: nobody writes to it any more.
    pub fn ended(&mut self) {
        self.ended = true;
    }

    /// What is to be said of the file itself.
    pub(super) fn of_file(&self) -> OfFile {
        // A transcript is written by nobody who could be asked.
        let ended = self.ended && self.format != Format::Transcript;
        OfFile {
            ends: ended.then_some(self.latest),
            torn: self.torn,
            damaged: self.damaged.first.clone(),
            damaged_total: self.damaged.total,
        }
    }

    /// As of when it is judged: its last line, or later.
    pub(super) fn until(&self) -> Moment {
        self.now.unwrap_or(self.last).max(self.last)
    }

    /// Takes in one line of traffic.
    pub fn observe(&mut self, traffic: &Traffic) {
        self.latest = traffic.seq;
        self.first.get_or_insert(traffic.at);
        self.last = self.last.max(traffic.at);
        self.count(traffic);
        // Requests and calls are looked up on both sides of the fold: it forgets what is answered.
        self.requests.before(&self.state, traffic);
        let calls = self.calls.before(&self.state, traffic);
        self.state.observe(traffic);
        self.explainer.observe(&self.state, traffic);
        self.calls.after(&self.state, calls);
        self.requests.after(&self.state, traffic);
        self.spans.observe(self.state.phase(), traffic.at);
    }

    /// A line of the file is no entry; `number` says where it stands among them.
    pub fn damaged(&mut self, number: u64, damaged: &Damaged) {
        self.damaged.push(number);
        self.malformed.push(Malformed {
            seq: Some(number),
            line: Some(damaged.line_number),
            kind: "damaged_entry",
            reason: damaged.reason.to_string(),
            head: head(&damaged.head),
        });
    }

    /// A line of the file is too long to be read.
    pub fn oversize(&mut self, number: u64, oversize: &Oversize) {
        self.damaged.push(number);
        self.malformed.push(Malformed {
            seq: Some(number),
            line: Some(oversize.line_number),
            kind: "oversize_entry",
            reason: format!(
                "{} bytes in one line, more than is read at once",
                oversize.length
            ),
            head: head(&oversize.head),
        });
    }

    /// The last line of the file is not finished.
    pub fn torn(&mut self, rest: &[u8]) {
        self.torn = true;
        self.malformed.push(Malformed {
            seq: None,
            line: None,
            kind: "torn",
            reason: "the file ends inside its last line: the writer was cut off or still writes"
                .to_owned(),
            head: head(rest),
        });
    }

    /// The session as folded so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The result as JSON: one object with stable keys.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self.summary()).unwrap_or_default()
    }

    /// The result as values.
    pub fn summary(&self) -> Summary {
        super::summarise::summarise(self)
    }

    fn count(&mut self, traffic: &Traffic) {
        match &traffic.payload {
            Payload::Stderr => self.stderr += 1,
            Payload::Note(_) => self.notes += 1,
            Payload::Frame(frame) => {
                let sent = traffic.direction == Direction::Out;
                let kinds = if sent {
                    &mut self.sent
                } else {
                    &mut self.received
                };
                kinds.count(frame);
                if frame.is_unknown() {
                    self.unknown.push(Unknown {
                        seq: traffic.seq,
                        kind: clip(frame.kind(), HEAD),
                        subtype: frame.subtype().map(|subtype| clip(subtype, HEAD)),
                    });
                }
                if let Some((kind, reason)) = complaint(frame) {
                    let head = head(&traffic.line);
                    self.malformed.push(Malformed {
                        seq: Some(traffic.seq),
                        line: None,
                        kind,
                        reason,
                        head,
                    });
                }
            }
        }
    }
}

/// What is wrong with a line that is no message.
fn complaint(frame: &Frame) -> Option<(&'static str, String)> {
    match frame {
        Frame::Noise(_) => Some(("noise", "not a JSON object, so no message".to_owned())),
        Frame::Malformed { reason, .. } => Some(("malformed", reason.clone())),
        Frame::NotUtf8 { at, .. } => Some(("not_utf8", format!("not UTF-8 from byte {at} on"))),
        Frame::Oversize { len, .. } => Some(("oversize", format!("{len} bytes in one line"))),
        _ => None,
    }
}

/// The beginning of a line, as text.
fn head(line: &[u8]) -> String {
    let start = line.get(..HEAD * 4).unwrap_or(line);
    clip(&String::from_utf8_lossy(start), HEAD)
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
